package io.cdpsim.runtime.cost;

/** Where launches lie in the pool of pending launches, as far as the order of passes over it depends on that: free slots are in random order (measurements, slotwatch). */
final class PoolPositions {
    /** Two to the 64th over the golden ratio: its multiples, modulo two to the 64th, are spread evenly over the pool. */
    private static final long STEP = 0x9E37_79B9_7F4A_7C15L;

    private PoolPositions() {}

    /** The position of the launch with a number. */
    static long of(long number) {
        return number * STEP;
    }

    /** The part of the pool that lies before the launch with a number, 0 to 1. */
    static double partBefore(long number) {
        return of(number) * 0x1p-64 + 0.5;
    }
}
