package io.cdpsim.memory.litmus;

import java.util.Optional;

/** What {@code atom} and {@code red} do to the value they find. */
public enum ReadModifyWrite {
    /** Adds the operand. */
    ADD,
    /** Subtracts the operand. */
    SUBTRACT,
    /** Bitwise and. */
    AND,
    /** Bitwise or. */
    OR,
    /** Bitwise exclusive or. */
    XOR,
    /** The smaller one, as signed numbers. */
    MINIMUM,
    /** The larger one, as signed numbers. */
    MAXIMUM,
    /** Replaces the value. */
    EXCHANGE,
    /** Replaces the value if it equals the first operand. */
    COMPARE_AND_SWAP;

    /** The one that instructions call so. */
    public static Optional<ReadModifyWrite> named(String name) {
        return Optional.ofNullable(
                switch (name) {
                    case "add", "plus" -> ADD;
                    case "sub", "minus" -> SUBTRACT;
                    case "and" -> AND;
                    case "or" -> OR;
                    case "xor" -> XOR;
                    case "min" -> MINIMUM;
                    case "max" -> MAXIMUM;
                    case "exch" -> EXCHANGE;
                    case "cas" -> COMPARE_AND_SWAP;
                    default -> null;
                });
    }
}
