package io.cdpsim.memory.litmus;

import java.util.Optional;

/** What an instruction computes from two values, as 64-bit signed integers. */
public enum ArithmeticOperation {
    /** Sum. */
    ADD,
    /** Difference. */
    SUBTRACT,
    /** Product. */
    MULTIPLY,
    /** Quotient, rounded towards zero; 0 where the divisor is 0. */
    DIVIDE,
    /** Remainder; 0 where the divisor is 0. */
    REMAINDER,
    /** Bitwise and. */
    AND,
    /** Bitwise or. */
    OR,
    /** Bitwise exclusive or. */
    XOR,
    /** The smaller one. */
    MINIMUM,
    /** The larger one. */
    MAXIMUM;

    /** The one that instructions call so. */
    public static Optional<ArithmeticOperation> named(String name) {
        return Optional.ofNullable(
                switch (name) {
                    case "add", "plus" -> ADD;
                    case "sub", "minus" -> SUBTRACT;
                    case "mul" -> MULTIPLY;
                    case "div" -> DIVIDE;
                    case "rem" -> REMAINDER;
                    case "and" -> AND;
                    case "or" -> OR;
                    case "xor" -> XOR;
                    case "min" -> MINIMUM;
                    case "max" -> MAXIMUM;
                    default -> null;
                });
    }

    /** The result. */
    public long apply(long left, long right) {
        return switch (this) {
            case ADD -> left + right;
            case SUBTRACT -> left - right;
            case MULTIPLY -> left * right;
            case DIVIDE -> right == 0 ? 0 : left / right;
            case REMAINDER -> right == 0 ? 0 : left % right;
            case AND -> left & right;
            case OR -> left | right;
            case XOR -> left ^ right;
            case MINIMUM -> Math.min(left, right);
            case MAXIMUM -> Math.max(left, right);
        };
    }
}
