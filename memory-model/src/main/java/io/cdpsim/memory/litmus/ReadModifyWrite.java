package io.cdpsim.memory.litmus;

import java.util.Arrays;
import java.util.Optional;

/** The function by which {@code atom} and {@code red} compute the value that they write. */
public enum ReadModifyWrite {
    ADD(ArithmeticOperation.ADD),
    SUBTRACT(ArithmeticOperation.SUBTRACT),
    AND(ArithmeticOperation.AND),
    OR(ArithmeticOperation.OR),
    XOR(ArithmeticOperation.XOR),
    /** The smaller of two signed integers. */
    MINIMUM(ArithmeticOperation.MINIMUM),
    /** The larger of two signed integers. */
    MAXIMUM(ArithmeticOperation.MAXIMUM),
    /** The old value and 1, or 0 if it is at least the operand, as unsigned integers. */
    INCREMENT(ArithmeticOperation.INCREMENT),
    /** The old value less 1, or the operand if it is 0 or more than the operand, as unsigned integers. */
    DECREMENT(ArithmeticOperation.DECREMENT),
    /** Writes the operand. */
    EXCHANGE(null),
    /** Writes the second operand if the old value equals the first. */
    COMPARE_AND_SWAP(null);

    private final Optional<ArithmeticOperation> arithmetic;

    ReadModifyWrite(@org.jspecify.annotations.Nullable ArithmeticOperation arithmetic) {
        this.arithmetic = Optional.ofNullable(arithmetic);
    }

    /** The function of old value and operand; empty for an exchange and a compare-and-swap. */
    public Optional<ArithmeticOperation> arithmetic() {
        return arithmetic;
    }

    /** The operation of a modifier, as in {@code exch}. */
    public static Optional<ReadModifyWrite> named(String name) {
        return switch (name) {
            case "inc" -> Optional.of(INCREMENT);
            case "dec" -> Optional.of(DECREMENT);
            case "exch" -> Optional.of(EXCHANGE);
            case "cas" -> Optional.of(COMPARE_AND_SWAP);
            default ->
                ArithmeticOperation.named(name)
                        .flatMap(known -> Arrays.stream(values())
                                .filter(each -> each.arithmetic.equals(Optional.of(known)))
                                .findFirst());
        };
    }
}
