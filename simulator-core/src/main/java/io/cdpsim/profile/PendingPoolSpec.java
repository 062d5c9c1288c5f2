package io.cdpsim.profile;

/**
 * The costs of the pool of pending launches.
 *
 * @param serviceCycles time for which the dispatcher of the device serves a launch, cycles (M-4)
 * @param streamService time for which launches into ordinary streams keep the other launches of their grid waiting, to preserve their order (M-4)
 * @param scan pool scans
 * @param allocation time for which a warp that allocates slots excludes all other warps, by its number of launching lanes
 * @param search time for which a launch call searches a full pool for a free slot, by the number of slots
 * @param crowdedCall a call while many launches are in the pool
 * @param hang how often launches into a full pool never return (M-1)
 */
public record PendingPoolSpec(
        double serviceCycles,
        StreamService streamService,
        PoolScan scan,
        LinearCycles allocation,
        LinearCycles search,
        CrowdedCall crowdedCall,
        Hang hang) {
    /** A device without device launches: every cost is 0. */
    public static final PendingPoolSpec NONE = new PendingPoolSpec(
            0, StreamService.NONE, PoolScan.NONE, LinearCycles.ZERO, LinearCycles.ZERO, CrowdedCall.NONE, Hang.NEVER);

    /**
     * Cycles for which the dispatcher serves a launch.
     *
     * @param ordinaryStream whether the launch is into an ordinary stream
     * @param slots size of the pool
     */
    public double serviceCycles(boolean ordinaryStream, long slots) {
        return serviceCycles + (ordinaryStream ? streamService.cyclesPerSlot() * slots : 0);
    }

    /**
     * Cycles for which a launch into an ordinary stream keeps the other launches of its grid waiting.
     *
     * @param distant whether its slot is not next to the slot of the launch before
     * @param uncached fraction of the pool that does not fit into the L2, 0 to 1
     */
    public double streamServiceCycles(boolean distant, double uncached) {
        return streamService.cycles() + (distant ? streamService.missCycles() * uncached : 0);
    }

    /**
     * Cycles for which a queued grid of an ordinary stream keeps the other launches of its parent waiting during its dispatch.
     *
     * @param slots size of the pool
     * @param uncached fraction of the pool that does not fit into the L2, 0 to 1
     */
    public double queuedServiceCycles(long slots, double uncached) {
        return streamServiceCycles(true, uncached) + streamService.cyclesPerSlot() * slots;
    }

    /**
     * Extra cycles of a launch call.
     *
     * @param used slots of the pool in use
     */
    public long callCycles(long used) {
        return used >= crowdedCall.slots() ? crowdedCall.cycles() : 0;
    }

    /**
     * A launch call while many launches are in the pool.
     *
     * @param slots slots in use from which on calls take longer
     * @param cycles by which they do, cycles
     */
    public record CrowdedCall(int slots, int cycles) {
        /** All calls take as long. */
        public static final CrowdedCall NONE = new CrowdedCall(0, 0);
    }

    /**
     * The time for which a launch into an ordinary stream keeps others of its grid waiting.
     *
     * @param cycles time whatever the size of the pool, cycles
     * @param cyclesPerSlot time for each slot of the pool, used or not, cycles (rulebook 24, M-2)
     * @param missCycles time for a launch whose slot misses the L2 and is not next to the slot of the launch before, as for the first lane
     *     of a call, cycles
     */
    public record StreamService(double cycles, double cyclesPerSlot, double missCycles) {
        /** No time at all. */
        public static final StreamService NONE = new StreamService(0, 0, 0);
    }

    /**
     * Scans of the pool: from its start to the slot of a launch. The device scans the pool when a grid whose children are complete ends,
     * and to find the next grid of a stream.
     *
     * @param cyclesPerSlot time for each slot that a scan passes, cycles
     * @param maxScans scans at most that find all completed launches below a grid, at least 1
     * @param freeLists lists of free slots; a launch may take its slot from any of them
     * @param blockSlots slots, from the start of the pool, among which the first launches of blocks have theirs; 0 if a scan for several of them takes
     *     no longer than for one
     */
    public record PoolScan(double cyclesPerSlot, int maxScans, int freeLists, int blockSlots) {
        /** Scans that take no time. */
        public static final PoolScan NONE = new PoolScan(0, 1, 1, 0);

        /**
         * Cycles of a scan up to the last of some launches, on average.
         *
         * @param launches launches to find, 0 or more
         * @param candidates slots at random positions of the pool, of which the launches have the lowest; equal to {@code launches} if these
         *     are at random positions themselves
         * @param slots size of the pool
         */
        public long cycles(int launches, int candidates, long slots) {
            return Math.round(cyclesPerSlot * slots * launches / (candidates + 1.0));
        }

        /**
         * Cycles of a scan to the slot of the first launch of a block.
         *
         * @param partBefore the part of the slots of first launches that lies before it, 0 to 1
         * @param slots size of the pool
         */
        public double wayCycles(double partBefore, long slots) {
            return cyclesPerSlot * partBefore * Math.min(slots, blockSlots);
        }
    }

    /**
     * How often runs hang in which several lanes of a warp launch at once while the pool is full (M-1). No launch of a single lane, and no
     * launch of a host grid into an ordinary stream, was seen to hang.
     *
     * @param fireAndForget probability where a grid of the host launches fire-and-forget
     * @param nested probability where a grid that was itself launched from the device launches
     * @param minSlots smallest pool with which a run hung
     */
    public record Hang(Probability fireAndForget, Probability nested, int minSlots) {
        /** A device on which no run was seen to hang. */
        public static final Hang NEVER = new Hang(Probability.ZERO, Probability.ZERO, 0);
    }
}
