package io.cdpsim.gpu.queue;

/**
 * A resource that serves one request after the other, each for a given time. Times have a resolution of 1/256 cycle so that rates need not
 * be whole cycles.
 */
public final class ServiceQueue {
    private static final int FRACTION_BITS = 8;
    private static final double FRACTIONS = 1 << FRACTION_BITS;

    private long freeAt;

    /** A service time in the unit of {@link #serve}. */
    public static long fractions(double cycles) {
        return Math.round(cycles * FRACTIONS);
    }

    /** The cycles of a service time. */
    public static double cycles(long fractions) {
        return fractions / FRACTIONS;
    }

    /** The whole cycles of a service time. */
    public static long wholeCycles(long fractions) {
        return fractions >> FRACTION_BITS;
    }

    /** Reserves the resource for a time. @return the cycle at which the service starts */
    public long serve(long nowCycles, long serviceFractions) {
        long start = Math.max(freeAt, nowCycles << FRACTION_BITS);
        freeAt = start + serviceFractions;
        return start >> FRACTION_BITS;
    }

    /** The cycle at which a service starts that is requested in a cycle. */
    public long startsAt(long nowCycles) {
        return Math.max(freeAt, nowCycles << FRACTION_BITS) >> FRACTION_BITS;
    }

    /** Blocks the resource until a cycle. */
    public void holdUntil(long cycle) {
        freeAt = Math.max(freeAt, cycle << FRACTION_BITS);
    }

    /** Whether a service requested in a cycle can start at once. */
    public boolean isFreeAt(long cycle) {
        return freeAt <= cycle << FRACTION_BITS;
    }

    /** The cycle at which the resource is free. */
    public long freeAtCycles() {
        return (freeAt + (1 << FRACTION_BITS) - 1) >> FRACTION_BITS;
    }
}
