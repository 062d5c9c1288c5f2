package io.cdpsim.kernel.code;

/** What an atomic does to the word in memory. */
public enum AtomicOperation {
    ADD,
    AND,
    OR,
    XOR,
    MINIMUM,
    MAXIMUM,
    EXCHANGE,
    /** Compare-and-swap: stores the second operand if memory equals the first. */
    COMPARE_AND_SWAP,
    /** {@code old >= operand ? 0 : old + 1}. */
    INCREMENT,
    /** {@code old == 0 || old > operand ? operand : old - 1}. */
    DECREMENT;
}
