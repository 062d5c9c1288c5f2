package io.cdpsim.workloads.graph;

/**
 * The counter-based random numbers of the generators: number {@code index} of a seed is splitmix64 of
 * {@code seed * PRIME + index}, so every edge can be made apart from the others.
 */
final class SplitMix64 {
    /** Bits of a number: as many as a double's fraction holds, so a number over 2^53 is exactly a double in [0, 1). */
    static final int BITS = 53;

    private static final long SEED_STRIDE = 0x100000001B3L;

    private SplitMix64() {}

    /** Where the numbers of a seed begin; {@code base + index} is the input of {@link #draw}. */
    static long base(long seed) {
        return seed * SEED_STRIDE;
    }

    /** A number of {@link #BITS} bits. */
    static long draw(long counter) {
        long z = counter + 0x9E3779B97F4A7C15L;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return (z ^ (z >>> 31)) >>> (Long.SIZE - BITS);
    }
}
