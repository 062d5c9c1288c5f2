package io.cdpsim.profile;

/**
 * The cost of notifying parents of completed child grids, which the device does in batches. The first batch after a pause holds one grid. Each
 * further one holds the grids that completed meanwhile, up to a multiple of the batch before. Of each dispatched batch of a stream ({@link
 * LaunchBatchSpec}), one pass over the completed grids reports only one.
 *
 * @param batchCycles time of a batch, cycles; 0 if the device notifies parents at once
 * @param batchGrowth maximum size of a batch, as a multiple of the one before, at least 1
 * @param parentsGrowth the same in a pass over grids that waited for others, which a pass before it reported too late for it; its first batch holds one grid
 * @param streamGrid time for each grid of a batch that was launched into an ordinary stream
 * @param fireAndForgetGrid time for each fire-and-forget grid of a batch
 * @param sharedKibCycles time for each grid of a batch below a nested grid, whose kernel runs on SMs with 1 KiB of shared memory, cycles; with n KiB it is an n-th of
 *     that. The work of a completion is the device's own, and runs beside the kernel's blocks
 * @param nestedWarpsDelay fraction by which a batch takes longer if its grids were launched by a nested grid of several blocks with more launches than a warp of each has lanes
 * @param largeBlocks the delay of grids that large blocks launched
 * @param slowState the slow state of the device with many nested parents
 * @param maxFoundTogether grids at most that one pool scan finds complete, in the order of their slots
 */
public record CompletionSpec(
        int batchCycles,
        int batchGrowth,
        int parentsGrowth,
        GridCost streamGrid,
        GridCost fireAndForgetGrid,
        double sharedKibCycles,
        double nestedWarpsDelay,
        LargeBlocks largeBlocks,
        SlowState slowState,
        int maxFoundTogether) {
    /** A device that notifies parents at once. */
    public static final CompletionSpec NONE =
            new CompletionSpec(0, 1, 1, GridCost.NONE, GridCost.NONE, 0, 0, LargeBlocks.NONE, SlowState.NONE, 0);

    /** Whether the device notifies parents in batches. */
    public boolean isBatched() {
        return batchCycles > 0;
    }

    /**
     * The time for one grid of a batch.
     *
     * @param cycles time below a grid of the host, whatever the size of the pool, cycles
     * @param missCycles time for a grid whose slot is not in the L2, in addition, cycles
     * @param firstOfCallMissCycles further time if its lane was the first of its call, so that its slot is not next to the one before, cycles
     * @param cyclesPerSlot time in a far pool for each slot beyond {@code nearSlots}, cycles
     * @param nearSlots slots of a far pool that cost nothing further
     * @param mostSlotsNear slots up to which a pool is not far: its size then matters only through the L2
     */
    public record GridCost(
            double cycles,
            double missCycles,
            double firstOfCallMissCycles,
            double cyclesPerSlot,
            long nearSlots,
            long mostSlotsNear) {
        /** No time at all. */
        public static final GridCost NONE = new GridCost(0, 0, 0, 0, 0, 0);

        /**
         * Cycles for one grid below a grid of the host.
         *
         * @param firstOfCall whether its lane was the first of its call
         * @param slots size of the pool
         * @param uncached fraction of the pool that does not fit into the L2, 0 to 1
         */
        public double cycles(boolean firstOfCall, long slots, double uncached) {
            return cycles + poolCycles(firstOfCall, slots, uncached);
        }

        /**
         * The part of the cycles for one grid that depends on the pool.
         *
         * @param firstOfCall whether its lane was the first of its call
         * @param slots size of the pool
         * @param uncached fraction of the pool that does not fit into the L2, 0 to 1
         */
        public double poolCycles(boolean firstOfCall, long slots, double uncached) {
            return (missCycles + (firstOfCall ? firstOfCallMissCycles : 0)) * uncached + farPoolCycles(slots);
        }

        /**
         * The part of the cycles for one grid that only a far pool costs.
         *
         * @param slots size of the pool
         */
        public double farPoolCycles(long slots) {
            return slots > mostSlotsNear ? cyclesPerSlot * Math.max(0, slots - nearSlots) : 0;
        }
    }

    /**
     * Completions of grids that a grid of large blocks launched.
     *
     * @param minThreads threads of a block from which on it is large
     * @param minBlocks large blocks of a grid from which on their grids complete more slowly; each counts twice if a block of these has several warps
     * @param maxBlocks large blocks, counted so, up to which completions in streams become slower
     * @param delay fraction by which a batch of their fire-and-forget grids takes longer
     * @param streamDelay fraction by which a batch of their grids in streams takes longer for each doubling of the blocks
     */
    public record LargeBlocks(int minThreads, int minBlocks, int maxBlocks, double delay, double streamDelay) {
        /** A device on which the size of a launching block does not matter. */
        public static final LargeBlocks NONE = new LargeBlocks(Integer.MAX_VALUE, 0, 0, 0, 0);

        /**
         * The fraction by which a batch of grids takes longer.
         *
         * @param stream whether the grids are in streams
         * @param launcherThreads threads of a block of the launching grid
         * @param launcherBlocks its blocks
         * @param warps warps of a block of the grids
         */
        public double delay(boolean stream, long launcherThreads, long launcherBlocks, int warps) {
            long blocks = launcherBlocks * Math.min(2, warps);
            if (launcherThreads < minThreads || blocks < minBlocks) {
                return 0;
            }
            return stream
                    ? streamDelay * Math.log((double) Math.min(blocks, maxBlocks) / minBlocks) / Math.log(2)
                    : delay;
        }
    }

    /**
     * Completions in a device where many nested grids each wait for at least as many children as a warp has lanes. The device is then in a fast or
     * a slow state, which differs from run to run.
     *
     * @param minParents waiting grids from which on the slow state shows
     * @param delay fraction by which a batch of fire-and-forget launches takes longer in the slow state
     * @param onset probability of the slow state for them
     * @param streamDelay fraction by which a batch of launches into streams takes longer in the slow state
     * @param streamOnset probability of the slow state for them
     */
    public record SlowState(int minParents, double delay, Onset onset, double streamDelay, Onset streamOnset) {
        /** A device without a slow state. */
        public static final SlowState NONE = new SlowState(0, 0, Onset.NEVER, 0, Onset.NEVER);

        /**
         * The probability of the slow state, which grows with the launches of one kind below the waiting grids: n times {@code halfLaunches} of
         * them leave {@code 0.5^(n * n)} of the runs that can be slow still fast.
         *
         * @param most probability with any number of launches
         * @param halfLaunches launches with which it is half of that; 0 if their number does not matter
         */
        public record Onset(Probability most, int halfLaunches) {
            /** No slow state. */
            public static final Onset NEVER = new Onset(Probability.ZERO, 0);

            /** The probability with a number of launches. */
            public double probability(long launches) {
                double relative = halfLaunches == 0 ? 1 : (double) launches / halfLaunches;
                double reached = halfLaunches == 0 ? 1 : 1 - Math.pow(0.5, relative * relative);
                return most.value() * reached;
            }
        }
    }
}
