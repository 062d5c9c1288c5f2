package io.cdpsim.profile;

/**
 * What the pool of pending launches costs. The parts named scan grow with the size of the pool, used or not (rulebook 24, M-2); those named
 * miss come with it as far as its slots do not fit into the L2.
 *
 * @param serviceCycles device-wide: cycles between two launches being taken up (M-4)
 * @param streamServiceCycles the same between two launches into ordinary streams by one grid, which keeps their order (M-4)
 * @param serviceScanCyclesPerSlot added to serviceCycles, for each slot of the pool
 * @param streamServiceScanCyclesPerSlot in place of serviceScanCyclesPerSlot, for launches into ordinary streams
 * @param callMissCycles added to serviceCycles for the first lane of a call, if its slot is not in the L2
 * @param streamCallMissCycles added to streamServiceCycles in the same way
 * @param drainScanCyclesPerSlot added where a grid with children ends for its tail or for the host, for each slot of the pool
 */
public record PendingPoolSpec(
        double serviceCycles,
        double streamServiceCycles,
        double serviceScanCyclesPerSlot,
        double streamServiceScanCyclesPerSlot,
        double callMissCycles,
        double streamCallMissCycles,
        double drainScanCyclesPerSlot) {
    /** For a device that cannot launch: every cost is 0. */
    public static final PendingPoolSpec NONE = new PendingPoolSpec(0, 0, 0, 0, 0, 0, 0);

    /**
     * Cycles for which a launch keeps the part that takes launches up.
     *
     * @param ofStream whether it is of an ordinary stream
     * @param firstOfCall whether it was made by the first lane of a call
     * @param slots size of the pool
     * @param missing share of the pool that does not fit into the L2, 0 to 1
     */
    public double serviceCycles(boolean ofStream, boolean firstOfCall, long slots, double missing) {
        double scan = ofStream ? streamServiceScanCyclesPerSlot : serviceScanCyclesPerSlot;
        return serviceCycles + scan * slots + (firstOfCall && !ofStream ? callMissCycles * missing : 0);
    }

    /**
     * Cycles for which a launch into an ordinary stream keeps the others of its grid waiting.
     *
     * @param firstOfCall whether it was made by the first lane of a call
     * @param missing share of the pool that does not fit into the L2, 0 to 1
     */
    public double streamServiceCycles(boolean firstOfCall, double missing) {
        return streamServiceCycles + (firstOfCall ? streamCallMissCycles * missing : 0);
    }
}
