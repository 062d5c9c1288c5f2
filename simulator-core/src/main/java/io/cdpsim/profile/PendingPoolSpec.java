package io.cdpsim.profile;

/**
 * What the pool of pending launches costs. The parts named scan grow with the size of the pool, used or not (rulebook 24, M-2): what is
 * done there goes through all slots.
 *
 * @param serviceCycles device-wide: cycles between two launches being taken up (M-4)
 * @param streamServiceCycles the same for launches into ordinary streams, whose order must be kept (M-4)
 * @param serviceScanCyclesPerSlot added to serviceCycles, for each slot of the pool
 * @param streamServiceScanCyclesPerSlot added to streamServiceCycles, for each slot of the pool
 * @param successorServiceCycles as streamServiceCycles, for launches that waited for another in their stream
 * @param successorServiceMissCycles added to successorServiceCycles for a slot that the L2 cannot hold, since the pool is larger
 * @param successorServiceScanCyclesPerSlot added to successorServiceCycles, for each slot of the pool
 * @param drainScanCyclesPerSlot added where a grid with children ends for its tail or for the host, for each slot of the pool
 */
public record PendingPoolSpec(
        double serviceCycles,
        double streamServiceCycles,
        double serviceScanCyclesPerSlot,
        double streamServiceScanCyclesPerSlot,
        double successorServiceCycles,
        double successorServiceMissCycles,
        double successorServiceScanCyclesPerSlot,
        double drainScanCyclesPerSlot) {
    /**
     * Cycles for which a launch keeps the part that takes launches up.
     *
     * @param ofStream whether it is of an ordinary stream
     * @param successor whether it waited for another in that stream
     * @param slots size of the pool
     * @param cachedSlots slots that fit into the L2
     */
    public double serviceCycles(boolean ofStream, boolean successor, long slots, long cachedSlots) {
        if (!ofStream) {
            return serviceCycles + serviceScanCyclesPerSlot * slots;
        }
        if (!successor) {
            return streamServiceCycles + streamServiceScanCyclesPerSlot * slots;
        }
        double missing = slots > cachedSlots ? 1 - (double) cachedSlots / slots : 0;
        return successorServiceCycles
                + successorServiceMissCycles * missing
                + successorServiceScanCyclesPerSlot * slots;
    }

    /** For a device that cannot launch: every cost is 0. */
    public static final PendingPoolSpec NONE = new PendingPoolSpec(0, 0, 0, 0, 0, 0, 0, 0);
}
