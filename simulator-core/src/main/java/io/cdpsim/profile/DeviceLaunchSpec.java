package io.cdpsim.profile;

/**
 * Launching grids from the device.
 *
 * @param model the generation of hardware whose way of launching it follows
 * @param nullStream call into the block's NULL stream
 * @param namedStream call into a stream made on the device
 * @param fireAndForget call into the fire-and-forget stream (CDP2)
 * @param tail call into the tail-launch stream (CDP2)
 * @param uncrowdedLanes so many lanes of one SM can be in launches at once without standing in each other's way
 * @param crowdedLaneCycles for each lane beyond that, the SM is alone with its launch for so long, cycles
 * @param postToStartCycles from the return of the launch call to the first block of the child, cycles
 * @param tailStartCycles from the end of a grid to the start of its first tail launch, cycles
 * @param tailToTailCycles from the end of a tail launch to the start of the next, where that has not been dispatched yet, cycles
 * @param tailOverflowCycles added to the launch call of a tail behind which two batches or more of tails wait, cycles
 * @param streamSuccessorCycles from the end of a child to the start of the next in its stream, where that has not been dispatched yet, cycles
 * @param chain what grids cost that are queued behind one another
 * @param completion how parents are notified of completed children
 * @param pool what posting, taking up and completing cost in the pool of pending launches
 * @param completionCycles what a grid with children pays at its completion, cycles
 * @param nestedCompletionCycles what each further level of a nested completion pays, cycles
 * @param tailOfTailCycles added to tailStartCycles where the grid is itself a tail launch, cycles
 * @param capableGridCycles what a grid of the host pays at its end if its kernel could launch, whether it did or not, cycles
 * @param virtualizedLaunchCycles extra for a launch call into the virtualised pool, cycles
 * @param virtualizedStartCycles extra for the start of a grid from the virtualised pool, cycles
 * @param swapBandwidth bandwidth of saving and restoring a parent that waits in cudaDeviceSynchronize (P-3)
 * @param swapFixedCycles fixed part of such a swap, cycles
 */
public record DeviceLaunchSpec(
        LaunchModel model,
        ContendedCallSpec nullStream,
        ContendedCallSpec namedStream,
        ContendedCallSpec fireAndForget,
        ContendedCallSpec tail,
        int uncrowdedLanes,
        int crowdedLaneCycles,
        int postToStartCycles,
        int tailStartCycles,
        int tailToTailCycles,
        int tailOverflowCycles,
        int streamSuccessorCycles,
        LaunchBatchSpec chain,
        CompletionSpec completion,
        PendingPoolSpec pool,
        int completionCycles,
        int nestedCompletionCycles,
        int tailOfTailCycles,
        int capableGridCycles,
        int virtualizedLaunchCycles,
        int virtualizedStartCycles,
        Bandwidth swapBandwidth,
        int swapFixedCycles) {
    /** For a device that cannot launch: every cost is 0. */
    public static final DeviceLaunchSpec NONE = new DeviceLaunchSpec(
            LaunchModel.KEPLER,
            ContendedCallSpec.NONE,
            ContendedCallSpec.NONE,
            ContendedCallSpec.NONE,
            ContendedCallSpec.NONE,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            LaunchBatchSpec.NONE,
            CompletionSpec.NONE,
            PendingPoolSpec.NONE,
            0,
            0,
            0,
            0,
            0,
            0,
            new Bandwidth(0),
            0);

    /**
     * From the end of a grid to the start of its first tail launch, pool scans aside, cycles.
     *
     * @param ofTail whether the grid is itself a tail launch
     */
    public int tailStartCycles(boolean ofTail) {
        return tailStartCycles + (ofTail ? tailOfTailCycles : 0);
    }

    /**
     * Streams beyond those at hand that are found together: all whose launches lie where the pool scan passes while one is dispatched.
     *
     * @param waiting streams that wait, 0 or more
     * @param slots size of the pool
     */
    public int newStreamsFound(int waiting, long slots) {
        double passed = pool.walkCyclesPerSlot() > 0 ? streamSuccessorCycles / pool.walkCyclesPerSlot() : slots;
        return (int) Math.min(waiting, 1 + Math.round(waiting * passed / slots));
    }

    /** Whether any cost is above 0 that only {@link LaunchModel#HOPPER} has: of dispatch batches, completion batches or pool scans. */
    public boolean hasHopperCosts() {
        return chain.batches() || completion.rounds() || completion.deepCycles() > 0 || pool.walkCyclesPerSlot() > 0;
    }

    /** The generation of hardware whose way of launching grids from the device a GPU follows: which steps a launch takes, and which of them share a queue. */
    public enum LaunchModel {
        /** Queued grids are dispatched one by one, and a parent is notified of each child at once. Each step takes a fixed time. */
        KEPLER("kepler"),
        /** Queued grids are dispatched in batches, parents are notified in batches, and a scan of the pool finds a launch. */
        HOPPER("hopper");

        private final String word;

        LaunchModel(String word) {
            this.word = word;
        }

        /** How a profile file writes it. */
        public String word() {
            return word;
        }
    }

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
}
