package io.cdpsim.profile;

/**
 * What the pool of pending launches costs. The parts named scan grow with the size of the pool, used or not (rulebook 24, M-2); those named
 * miss come with it as far as its slots do not fit into the L2.
 *
 * @param serviceCycles device-wide: cycles between two launches being taken up (M-4)
 * @param streamServiceCycles the same between two launches into ordinary streams by one grid, which keeps their order (M-4)
 * @param serviceScanCyclesPerSlot added to serviceCycles, for each slot of the pool
 * @param streamServiceScanCyclesPerSlot in place of serviceScanCyclesPerSlot, for launches into ordinary streams
 * @param callMissCycles added to serviceCycles for a launch whose slot lies apart from that of the one before, as that of the first lane of a call
 *     does, if it is not in the L2
 * @param streamCallMissCycles added to streamServiceCycles in the same way, and for each grid that was queued
 * @param walkCyclesPerSlot for each slot that a pool scan passes, from its start to the slot of a launch, where a grid
 *     whose children are complete ends for its tail or for the host, or the next grid of a stream is looked for
 * @param mostWalks most pool scans after which all that became complete below a grid has been found, at least 1
 * @param freeLists lists of free slots, any of which a launch may take its slot from
 * @param takeCycles device-wide: cycles for which a warp that takes slots keeps others from it
 * @param takePerLaneCycles added to that for each lane that takes one, cycles
 * @param searchCycles how long a call looks for a slot that may have become free, once all are taken, cycles
 * @param searchCyclesPerSlot added to that for each slot of the pool, since it looks at all of them
 * @param hang how often launches into a full pool never return (M-1)
 */
public record PendingPoolSpec(
        double serviceCycles,
        double streamServiceCycles,
        double serviceScanCyclesPerSlot,
        double streamServiceScanCyclesPerSlot,
        double callMissCycles,
        double streamCallMissCycles,
        double walkCyclesPerSlot,
        int mostWalks,
        int freeLists,
        int takeCycles,
        int takePerLaneCycles,
        int searchCycles,
        double searchCyclesPerSlot,
        Hang hang) {
    /** For a device that cannot launch: every cost is 0. */
    public static final PendingPoolSpec NONE = new PendingPoolSpec(0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, Hang.NEVER);

    /** Cycles for which a call looks through a pool of a number of slots before it is refused. */
    public long searchCycles(long slots) {
        return searchCycles + Math.round(searchCyclesPerSlot * slots);
    }

    /**
     * How often runs hang in which several lanes of a warp launch at once while the pool is full (M-1). Launches of one lane, and those of the
     * first level into ordinary streams, never did.
     *
     * @param fireAndForgetOdds share of the runs in which a grid of the host launches fire-and-forget, 0 to 1
     * @param nestedOdds share of the runs in which a grid that was itself launched from the device launches, 0 to 1
     * @param fromSlots smallest pool with which a run hung
     */
    public record Hang(Probability fireAndForgetOdds, Probability nestedOdds, int fromSlots) {
        /** For a device on which no run was seen to hang. */
        public static final Hang NEVER = new Hang(Probability.ZERO, Probability.ZERO, 0);

        /** Share of the runs that hang in which a warp's launches meet a full pool of a number of slots, 0 to 1. */
        public double odds(boolean named, boolean fireAndForget, boolean nested, int lanes, long slots) {
            if (lanes < 2 || slots < fromSlots || !(named || fireAndForget)) {
                return 0;
            }
            return nested ? nestedOdds.value() : fireAndForget ? fireAndForgetOdds.value() : 0;
        }
    }

    /**
     * Cycles for which a launch keeps the part that takes launches up.
     *
     * @param ofStream whether it is of an ordinary stream
     * @param apart whether its slot lies apart from that of the launch before
     * @param slots size of the pool
     * @param missing share of the pool that does not fit into the L2, 0 to 1
     */
    public double serviceCycles(boolean ofStream, boolean apart, long slots, double missing) {
        double scan = ofStream ? streamServiceScanCyclesPerSlot : serviceScanCyclesPerSlot;
        return serviceCycles + scan * slots + (apart && !ofStream ? callMissCycles * missing : 0);
    }

    /**
     * Cycles for which a warp that takes slots keeps others from it.
     *
     * @param lanes lanes that take one, 1 to 32
     */
    public int takeCycles(int lanes) {
        return takeCycles + takePerLaneCycles * lanes;
    }

    /**
     * Cycles for which a grid that was queued in a stream keeps the others of its launcher waiting, as it is dispatched.
     *
     * @param slots size of the pool
     * @param missing share of the pool that does not fit into the L2, 0 to 1
     */
    public double queuedServiceCycles(long slots, double missing) {
        return streamServiceCycles(true, missing) + streamServiceScanCyclesPerSlot * slots;
    }

    /**
     * Cycles for which a launch into an ordinary stream keeps the others of its grid waiting.
     *
     * @param apart whether its slot lies apart from that of the launch before
     * @param missing share of the pool that does not fit into the L2, 0 to 1
     */
    public double streamServiceCycles(boolean apart, double missing) {
        return streamServiceCycles + (apart ? streamCallMissCycles * missing : 0);
    }

    /**
     * Cycles of the pool scan to launches: as far as the furthest of them lies on average. Their slots are the lowest of some that
     * lie anywhere in the pool.
     *
     * @param sought launches looked for, 0 or more
     * @param among slots of which theirs are the lowest; the same number if theirs lie anywhere
     * @param slots size of the pool
     */
    public long walkCycles(int sought, int among, long slots) {
        return Math.round(walkCyclesPerSlot * slots * sought / (among + 1.0));
    }
}
