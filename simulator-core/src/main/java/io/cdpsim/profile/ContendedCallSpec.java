package io.cdpsim.profile;

/**
 * The cost of a call of the device runtime that goes through one place of the device, such as a launch into one kind of stream, for a
 * warp of which n lanes make it: base + perLane * n, and the wait for the warps before it.
 *
 * @param baseCycles part paid once by the warp, cycles
 * @param perLaneCycles part paid per calling lane, cycles
 * @param lockCycles of this, what a warp spends alone in the place that all such calls of the device pass through (M-3), cycles
 * @param lockPerLaneCycles added to that for each calling lane, cycles
 */
public record ContendedCallSpec(int baseCycles, int perLaneCycles, int lockCycles, int lockPerLaneCycles) {
    /** A call the device does not have. */
    public static final ContendedCallSpec NONE = new ContendedCallSpec(0, 0, 0, 0);

    /**
     * Cycles the call holds a warp that nobody is before.
     *
     * @param callingLanes lanes that make it, 1 to 32
     */
    public int callCycles(int callingLanes) {
        return baseCycles + perLaneCycles * callingLanes;
    }

    /**
     * Cycles for which the call keeps all others of the device waiting.
     *
     * @param callingLanes lanes that make it, 1 to 32
     */
    public int lockedCycles(int callingLanes) {
        return lockCycles + lockPerLaneCycles * callingLanes;
    }
}
