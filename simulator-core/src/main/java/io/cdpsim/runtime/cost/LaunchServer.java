package io.cdpsim.runtime.cost;

/** A part of the device that handles launches one after the other. */
public final class LaunchServer {
    private static final double FRACTIONS = 256;

    private long freeAt;

    /**
     * Handles a launch.
     *
     * @param readyCycles the cycle from which on it can be handled
     * @param serviceCycles how long it takes
     * @return the cycle at which it is its turn
     */
    public long serve(long readyCycles, double serviceCycles) {
        long start = Math.max(freeAt, readyCycles << 8);
        freeAt = start + Math.round(serviceCycles * FRACTIONS);
        return start >> 8;
    }
}
