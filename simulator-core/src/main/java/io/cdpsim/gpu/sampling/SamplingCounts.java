package io.cdpsim.gpu.sampling;

/**
 * What devices have sampled. Grids that were timed as a whole count only in {@code grids}.
 *
 * @param grids grids that have ended
 * @param sampledGrids those of them with blocks that ran untimed
 * @param timedBlocks timed blocks of sampled grids
 * @param untimedBlocks blocks that ran for their values alone
 * @param unlikeBlocks those of them that no timed block had about as many instructions as
 * @param blockCycles how long the blocks of sampled grids took, added over the blocks
 * @param errorCycles the expected error of that time
 */
public record SamplingCounts(
        long grids,
        long sampledGrids,
        long timedBlocks,
        long untimedBlocks,
        long unlikeBlocks,
        double blockCycles,
        double errorCycles) {
    /** Nothing. */
    public static final SamplingCounts NONE = new SamplingCounts(0, 0, 0, 0, 0, 0, 0);

    /** A grid of which all blocks were timed. */
    static final SamplingCounts WHOLE_GRID = new SamplingCounts(1, 0, 0, 0, 0, 0, 0);

    /** These and others. */
    public SamplingCounts and(SamplingCounts others) {
        return new SamplingCounts(
                grids + others.grids,
                sampledGrids + others.sampledGrids,
                timedBlocks + others.timedBlocks,
                untimedBlocks + others.untimedBlocks,
                unlikeBlocks + others.unlikeBlocks,
                blockCycles + others.blockCycles,
                errorCycles + others.errorCycles);
    }

    /** The expected error of the time of sampled grids, relative to it; 0 if none was sampled. */
    public double expectedError() {
        return blockCycles == 0 ? 0 : errorCycles / blockCycles;
    }
}
