package io.cdpsim.profile;

/**
 * The cost of the device-side launch call into one kind of stream, for a warp of which n lanes launch: base + perLane * n.
 *
 * @param baseCycles part paid once by the warp, cycles
 * @param perLaneCycles part paid per launching lane, cycles
 * @param lockCycles of this, what a warp spends alone in the place that all launches of the device pass through (M-3), cycles
 * @param lockPerLaneCycles added to that for each launching lane, cycles
 */
public record LaunchKindSpec(int baseCycles, int perLaneCycles, int lockCycles, int lockPerLaneCycles) {
    /** A kind of launch the device does not have. */
    public static final LaunchKindSpec NONE = new LaunchKindSpec(0, 0, 0, 0);

    /**
     * Cycles the launch call holds a warp.
     *
     * @param launchingLanes lanes that launch, 1 to 32
     */
    public int callCycles(int launchingLanes) {
        return baseCycles + perLaneCycles * launchingLanes;
    }

    /**
     * Cycles for which the call keeps all other launches of the device waiting.
     *
     * @param launchingLanes lanes that launch, 1 to 32
     */
    public int lockedCycles(int launchingLanes) {
        return lockCycles + lockPerLaneCycles * launchingLanes;
    }
}
