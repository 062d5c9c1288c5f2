package io.cdpsim.memory.litmus;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.LongBinaryOperator;

/** A function of two 64-bit signed integers, which an instruction applies to registers or to memory. */
public enum ArithmeticOperation {
    ADD("add", Long::sum),
    SUBTRACT("sub", (left, right) -> left - right),
    MULTIPLY("mul", (left, right) -> left * right),
    /** Quotient, rounded towards zero; 0 for a divisor of 0. */
    DIVIDE("div", (left, right) -> right == 0 ? 0 : left / right),
    /** Remainder; 0 for a divisor of 0. */
    REMAINDER("rem", (left, right) -> right == 0 ? 0 : left % right),
    AND("and", (left, right) -> left & right),
    OR("or", (left, right) -> left | right),
    XOR("xor", (left, right) -> left ^ right),
    MINIMUM("min", Math::min),
    MAXIMUM("max", Math::max);

    private final String mnemonic;
    private final LongBinaryOperator function;

    ArithmeticOperation(String mnemonic, LongBinaryOperator function) {
        this.mnemonic = mnemonic;
        this.function = function;
    }

    /** The operation of a mnemonic, as in {@code add}; herd's {@code plus} and {@code minus} count too. */
    public static Optional<ArithmeticOperation> named(String name) {
        String known = name.equals("plus") ? "add" : name.equals("minus") ? "sub" : name;
        return Arrays.stream(values())
                .filter(each -> each.mnemonic.equals(known))
                .findFirst();
    }

    /** The result for two operands. */
    public long apply(long left, long right) {
        return function.applyAsLong(left, right);
    }
}
