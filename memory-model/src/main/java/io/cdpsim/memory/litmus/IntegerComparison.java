package io.cdpsim.memory.litmus;

import java.util.Optional;

/** How two values are compared, as signed integers. */
public enum IntegerComparison {
    /** The same. */
    EQUAL("=="),
    /** Not the same. */
    NOT_EQUAL("!="),
    /** Less. */
    LESS("<"),
    /** Less or the same. */
    LESS_OR_EQUAL("<="),
    /** Greater. */
    GREATER(">"),
    /** Greater or the same. */
    GREATER_OR_EQUAL(">=");

    private final String sign;

    IntegerComparison(String sign) {
        this.sign = sign;
    }

    /** How it is written in a condition. */
    public String sign() {
        return sign;
    }

    /** The one that a condition writes so. */
    public static Optional<IntegerComparison> signed(String text) {
        return Optional.ofNullable(
                switch (text) {
                    case "==", "=" -> EQUAL;
                    case "!=", "<>" -> NOT_EQUAL;
                    case "<" -> LESS;
                    case "<=" -> LESS_OR_EQUAL;
                    case ">" -> GREATER;
                    case ">=" -> GREATER_OR_EQUAL;
                    default -> null;
                });
    }

    /** The one that a branch of this name makes. */
    public static Optional<IntegerComparison> ofBranch(String mnemonic) {
        return Optional.ofNullable(
                switch (mnemonic) {
                    case "beq" -> EQUAL;
                    case "bne" -> NOT_EQUAL;
                    case "blt" -> LESS;
                    case "ble" -> LESS_OR_EQUAL;
                    case "bgt" -> GREATER;
                    case "bge" -> GREATER_OR_EQUAL;
                    default -> null;
                });
    }

    /** Whether it holds. */
    public boolean holds(long left, long right) {
        return switch (this) {
            case EQUAL -> left == right;
            case NOT_EQUAL -> left != right;
            case LESS -> left < right;
            case LESS_OR_EQUAL -> left <= right;
            case GREATER -> left > right;
            case GREATER_OR_EQUAL -> left >= right;
        };
    }
}
