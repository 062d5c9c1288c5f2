package io.cdpsim.profile;

/**
 * The costs of queued grids: the later launches of a stream, and the tail launches of a grid. The device dispatches them in batches while
 * earlier batches run. Within a batch, each grid starts right after its predecessor. Once a batch of a stream has run, the device notifies
 * the parents of its grids ({@link CompletionSpec}). The completions of a batch of tail launches take their time one after the other, after
 * the batch has run.
 *
 * @param maxGrids grids of a batch at most; 0 if the device dispatches grids one by one
 * @param maxInFlight whole batches of which the grids may be in flight together, at least 1. When so many grids have run, the device dispatches no further batch until all of
 *     them are retired
 * @param dispatch time to dispatch a batch, by its number of grids
 * @param directStreams streams of one grid whose first launch the device finds without a pool scan; 0 if it finds all of them so
 * @param successorCycles from the end of a grid to the start of the next in its batch, cycles
 * @param densityFactor how many more streams with a waiting batch one pool scan finds: this factor times the square root of the number of
 *     waiting streams per pool slot
 * @param tailCompletionCycles completion time of a tail launch, cycles
 */
public record LaunchBatchSpec(
        int maxGrids,
        int maxInFlight,
        LinearCycles dispatch,
        int directStreams,
        int successorCycles,
        int densityFactor,
        int tailCompletionCycles) {
    /** A device that dispatches grids one by one and completes them at no cost. */
    public static final LaunchBatchSpec NONE = new LaunchBatchSpec(0, 1, LinearCycles.ZERO, 0, 0, 0, 0);

    /** Whether the device dispatches queued grids in batches. */
    public boolean isBatched() {
        return maxGrids > 0;
    }

    /**
     * Streams that the device dispatches together after one pool scan.
     *
     * @param waiting streams with a waiting batch, 0 or more
     * @param slots size of the pool
     */
    public int streamsPerScan(int waiting, long slots) {
        return (int) Math.min(waiting, 1 + Math.round(densityFactor * Math.sqrt((double) waiting / slots)));
    }
}
