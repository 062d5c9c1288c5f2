package io.cdpsim.kernel.code;

/** What a compare instruction asks. Comparisons with a NaN are false, except {@link #NOT_EQUAL}. */
public enum Comparison {
    EQUAL,
    NOT_EQUAL,
    LESS,
    LESS_OR_EQUAL,
    GREATER,
    GREATER_OR_EQUAL
}
