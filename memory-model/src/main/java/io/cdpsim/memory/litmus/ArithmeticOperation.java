package io.cdpsim.memory.litmus;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.LongBinaryOperator;

/** A function of two 64-bit signed integers, which an instruction applies to registers or to memory. */
public enum ArithmeticOperation implements LongBinaryOperator {
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
    MAXIMUM("max", Math::max),
    /** The old value and 1, or 0 if it is at least the bound, as unsigned integers: {@code atom.inc}. */
    INCREMENT("", (old, bound) -> Long.compareUnsigned(old, bound) >= 0 ? 0 : old + 1),
    /** The old value less 1, or the bound if it is 0 or more than the bound, as unsigned integers: {@code atom.dec}. */
    DECREMENT("", (old, bound) -> old == 0 || Long.compareUnsigned(old, bound) > 0 ? bound : old - 1);

    private final String mnemonic;

    @SuppressWarnings("ImmutableEnumChecker") // a lambda without state
    private final LongBinaryOperator function;

    ArithmeticOperation(String mnemonic, LongBinaryOperator function) {
        this.mnemonic = mnemonic;
        this.function = function;
    }

    /** The operation of a mnemonic, as in {@code add}; herd's {@code plus} and {@code minus} count too. */
    public static Optional<ArithmeticOperation> named(String name) {
        String known = name.equals("plus") ? "add" : name.equals("minus") ? "sub" : name;
        return Arrays.stream(values())
                .filter(each -> !known.isEmpty() && each.mnemonic.equals(known))
                .findFirst();
    }

    /** The result for two operands. */
    public long apply(long left, long right) {
        return function.applyAsLong(left, right);
    }

    @Override
    public long applyAsLong(long left, long right) {
        return apply(left, right);
    }
}
