package io.cdpsim.runtime;

/** The part of the device that takes up posted launches: one after the other, at a fixed rate (rulebook 24, M-4). */
final class LaunchServer {
    private static final int FRACTION_BITS = 8;

    private final long serviceFractions;
    private long freeAt;

    LaunchServer(double serviceCycles) {
        serviceFractions = Math.round(serviceCycles * (1 << FRACTION_BITS));
    }

    /**
     * Takes up a launch.
     *
     * @param readyCycles when it is ready
     * @param extraCycles how much longer than others it keeps the server busy, and itself waiting
     * @return the cycle at which it may start
     */
    long serve(long readyCycles, long extraCycles) {
        long start = Math.max(freeAt, readyCycles << FRACTION_BITS) + (extraCycles << FRACTION_BITS);
        freeAt = start + serviceFractions;
        return start >> FRACTION_BITS;
    }
}
