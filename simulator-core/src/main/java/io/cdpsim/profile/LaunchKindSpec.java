package io.cdpsim.profile;

/**
 * The cost of the device-side launch call into one kind of stream, for a warp of which n lanes launch: base + perLane * n.
 *
 * @param baseCycles part paid once by the warp, cycles
 * @param perLaneCycles part paid per launching lane, cycles
 */
public record LaunchKindSpec(int baseCycles, int perLaneCycles) {
    /** A kind of launch the device does not have. */
    public static final LaunchKindSpec NONE = new LaunchKindSpec(0, 0);

    /**
     * Cycles the launch call holds a warp.
     *
     * @param launchingLanes lanes that launch, 1 to 32
     */
    public int callCycles(int launchingLanes) {
        return baseCycles + perLaneCycles * launchingLanes;
    }
}
