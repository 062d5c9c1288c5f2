package io.cdpsim.profile;

/**
 * What the pool of pending launches costs. The parts named scan grow with the size of the pool, used or not (rulebook 24, M-2): what is
 * done there goes through all slots.
 *
 * @param serviceCycles device-wide: cycles between two launches being taken up (M-4)
 * @param streamServiceCycles the same for launches into ordinary streams, whose order must be kept (M-4)
 * @param serviceScanCyclesPerSlot added to both, for each slot of the pool
 * @param completionScanCyclesPerSlot added where a grid's completion lets another one go on, for each slot of the pool
 * @param drainScanCyclesPerSlot added where a grid with children ends for its tail or for the host, for each slot of the pool
 */
public record PendingPoolSpec(
        double serviceCycles,
        double streamServiceCycles,
        double serviceScanCyclesPerSlot,
        double completionScanCyclesPerSlot,
        double drainScanCyclesPerSlot) {
    /** For a device that cannot launch: every cost is 0. */
    public static final PendingPoolSpec NONE = new PendingPoolSpec(0, 0, 0, 0, 0);
}
