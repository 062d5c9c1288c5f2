package io.cdpsim.kernel.code;

/**
 * The condition of a compare instruction on two values, which are less, equal, greater, or unordered because one is NaN.
 * Integers always have one.
 */
public enum Comparison {
    EQUAL(false, true, false, false),
    /** Also if one is NaN, as in C (PTX's {@code .neu} for floats). */
    NOT_EQUAL(true, false, true, true),
    LESS(true, false, false, false),
    LESS_OR_EQUAL(true, true, false, false),
    GREATER(false, false, true, false),
    GREATER_OR_EQUAL(false, true, true, false),
    /** Two numbers that differ (PTX's {@code .ne} for floats). */
    LESS_OR_GREATER(true, false, true, false),
    /** PTX's {@code .equ}. */
    EQUAL_OR_UNORDERED(false, true, false, true),
    /** PTX's {@code .ltu}. */
    LESS_OR_UNORDERED(true, false, false, true),
    /** PTX's {@code .leu}. */
    LESS_EQUAL_OR_UNORDERED(true, true, false, true),
    /** PTX's {@code .gtu}. */
    GREATER_OR_UNORDERED(false, false, true, true),
    /** PTX's {@code .geu}. */
    GREATER_EQUAL_OR_UNORDERED(false, true, true, true),
    /** Neither is NaN ({@code .num}). */
    ORDERED(true, true, true, false),
    /** One is NaN ({@code .nan}). */
    UNORDERED(false, false, false, true);

    private final int orders;

    Comparison(boolean less, boolean equal, boolean greater, boolean unordered) {
        orders = (less ? 1 : 0) | (equal ? 2 : 0) | (greater ? 4 : 0) | (unordered ? 8 : 0);
    }

    /** The orders that satisfy it, one bit each: 1 for less, 2 for equal, 4 for greater, 8 for unordered. */
    public int orders() {
        return orders;
    }
}
