package io.cdpsim.runtime;

/** A part of the device that handles launches one after the other. What it does for each may grow with the size of the pool. */
final class LaunchServer {
    private static final double FRACTIONS = 256;

    private final double serviceCycles;
    private final double scanCyclesPerSlot;
    private long freeAt;

    LaunchServer(double serviceCycles, double scanCyclesPerSlot) {
        this.serviceCycles = serviceCycles;
        this.scanCyclesPerSlot = scanCyclesPerSlot;
    }

    /**
     * Handles a launch.
     *
     * @param readyCycles the cycle from which on it can be handled
     * @param extraCycles what this launch takes longer than others
     * @param slots size of the pool
     * @return the cycle at which it is its turn
     */
    long serve(long readyCycles, double extraCycles, long slots) {
        long start = Math.max(freeAt, readyCycles << 8);
        freeAt = start + Math.round((serviceCycles + extraCycles + scanCyclesPerSlot * slots) * FRACTIONS);
        return start >> 8;
    }
}
