package io.cdpsim.profile;

/**
 * The costs of grid launches from the device.
 *
 * @param model the launch model
 * @param nullStream launch call into the block's NULL stream
 * @param namedStream launch call into a stream created on the device
 * @param fireAndForget launch call into the fire-and-forget stream (CDP2)
 * @param tail launch call into the tail-launch stream (CDP2)
 * @param contentionCyclesPerLane time by which each other warp of the SM that launches delays each lane, cycles
 * @param postToStartCycles from the return of the launch call to the first block of the child, cycles
 * @param tailStartCycles from the end of a grid to the start of its first tail launch, cycles
 * @param tailToTailCycles from the end of a tail launch to the start of the next if that has not been dispatched yet, cycles
 * @param streamSuccessorCycles from the end of a child to the start of the next in its stream if that has not been dispatched
 *     yet, cycles
 * @param batches batches of queued grids
 * @param completion notification of parents
 * @param pool the pool of pending launches
 * @param completionCycles completion time of a host grid with children, cycles
 * @param nestedCompletionCycles completion time of a nested grid with children, cycles
 * @param tailOfTailCycles extra time before that start if the grid is itself a tail launch, cycles
 * @param capableGridCycles extra completion time of a host grid whose kernel contains launches, executed or not, cycles
 * @param virtualizedLaunchCycles extra time of a launch call into the virtualised pool, cycles
 * @param virtualizedStartCycles extra time before the start of a grid from the virtualised pool, cycles
 * @param swapBandwidth bandwidth of saving and restoring a parent that waits in cudaDeviceSynchronize (P-3)
 * @param swapFixedCycles fixed part of such a swap, cycles
 */
public record DeviceLaunchSpec(
        LaunchModel model,
        LaunchCallSpec nullStream,
        LaunchCallSpec namedStream,
        LaunchCallSpec fireAndForget,
        LaunchCallSpec tail,
        int contentionCyclesPerLane,
        int postToStartCycles,
        int tailStartCycles,
        int tailToTailCycles,
        int streamSuccessorCycles,
        LaunchBatchSpec batches,
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
    /** A device without device launches: every cost is 0. */
    public static final DeviceLaunchSpec NONE = new DeviceLaunchSpec(
            LaunchModel.KEPLER,
            LaunchCallSpec.NONE,
            LaunchCallSpec.NONE,
            LaunchCallSpec.NONE,
            LaunchCallSpec.NONE,
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
     * Cycles from the end of a grid to the start of its first tail launch, without pool scans.
     *
     * @param ofTail whether the grid is itself a tail launch
     */
    public int tailStartCycles(boolean ofTail) {
        return tailStartCycles + (ofTail ? tailOfTailCycles : 0);
    }

    /**
     * New streams that one pool scan finds: those whose launches are in the slots that the scan passes during one dispatch.
     *
     * @param waiting waiting streams, 0 or more
     * @param slots size of the pool
     */
    public int newStreamsPerScan(int waiting, long slots) {
        double passed = pool.scan().cyclesPerSlot() > 0
                ? streamSuccessorCycles / pool.scan().cyclesPerSlot()
                : slots;
        return (int) Math.min(waiting, 1 + Math.round(waiting * passed / slots));
    }

    /**
     * Whether a cost that only {@link LaunchModel#HOPPER} has is above 0: dispatch batches, completion batches or pool scans.
     */
    public boolean hasHopperCosts() {
        return batches.isBatched() || completion.isBatched() || pool.scan().cyclesPerSlot() > 0;
    }

    /** The steps that a launch from the device takes and the queues that they share, by generation of hardware. */
    public enum LaunchModel {
        /**
         * The device dispatches queued grids one by one and notifies a parent of each child at once. Each step takes a fixed
         * time.
         */
        KEPLER("kepler"),
        /** The device dispatches queued grids in batches, notifies parents in batches, and scans the pool to find a launch. */
        HOPPER("hopper");

        private final String word;

        LaunchModel(String word) {
            this.word = word;
        }

        /** The word for it in a profile file. */
        public String word() {
            return word;
        }
    }

    /**
     * The cost of a launch call into one kind of stream. If lanes contend, the launching warps of the device take turns lane by lane: each lane has
     * the lock for its share of the call. Otherwise a warp has the lock for all its lanes at once.
     *
     * @param call the call without contention, and its lock
     * @param queueLanes waiting lanes of the device from which on the lock serves them faster; 0 if warps have the lock one after the other
     * @param queuedLaneCycles time for which a lane has the lock while more wait, cycles
     */
    public record LaunchCallSpec(ContendedCallSpec call, int queueLanes, int queuedLaneCycles) {
        /** A call that the device does not have. */
        public static final LaunchCallSpec NONE = new LaunchCallSpec(ContendedCallSpec.NONE, 0, 0);

        /** Cycles for which a lane has the lock, by the lanes that wait for it. */
        public int lockCycles(double waitingLanes) {
            return waitingLanes > queueLanes ? queuedLaneCycles : call.lockPerLaneCycles();
        }

        /** Whether launching warps take turns lane by lane. */
        public boolean lanesContend() {
            return queueLanes > 0;
        }
    }

    /**
     * The cost of a device runtime call that holds a device-wide lock, such as a launch into one kind of stream. A warp of which
     * n lanes make the call spends {@code baseCycles + perLaneCycles * n}, after the wait for the lock.
     *
     * @param baseCycles time for the warp, cycles
     * @param perLaneCycles time for each calling lane, cycles
     * @param lockCycles time for which the warp holds the lock (M-3), cycles
     * @param lockPerLaneCycles time for which it holds the lock for each calling lane, cycles
     */
    public record ContendedCallSpec(int baseCycles, int perLaneCycles, int lockCycles, int lockPerLaneCycles) {
        /** A call that the device does not have. */
        public static final ContendedCallSpec NONE = new ContendedCallSpec(0, 0, 0, 0);

        /**
         * Cycles of the call without the wait for the lock.
         *
         * @param callingLanes lanes that make it, 1 to 32
         */
        public int callCycles(int callingLanes) {
            return baseCycles + perLaneCycles * callingLanes;
        }

        /**
         * Cycles for which the call holds the lock.
         *
         * @param callingLanes lanes that make it, 1 to 32
         */
        public int lockedCycles(int callingLanes) {
            return lockCycles + lockPerLaneCycles * callingLanes;
        }
    }
}
