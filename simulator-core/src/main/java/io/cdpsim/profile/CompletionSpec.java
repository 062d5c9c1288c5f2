package io.cdpsim.profile;

/**
 * How parents are notified of completed child grids: in rounds. A round that begins after a pause handles one grid; each further one handles what
 * has come meanwhile, up to some times as many as the round before. Of each batch of grids queued in one stream ({@link LaunchBatchSpec}) only one is handled in a
 * pass over all that has come.
 *
 * @param roundCycles a round, cycles; 0 if parents are told at once
 * @param roundGrowth how many times as many grids a round handles at most as the one before, at least 1
 * @param perGridCycles added for each grid, cycles
 * @param perGridMissCycles added to that if the grid's slot is not in the L2, cycles
 * @param nestedWarpsShare share by which a round takes longer whose launches blocks of several warps of nested grids posted
 * @param crowd what becomes of it where many grids below the top level wait
 * @param foundTogether most grids that are found complete together, in the order of their slots
 * @param shallowLevels nesting depth up to which a grid that has children completes at no further cost
 * @param deepCycles added to its completion if it is nested deeper, cycles
 */
public record CompletionSpec(
        int roundCycles,
        int roundGrowth,
        int perGridCycles,
        int perGridMissCycles,
        double nestedWarpsShare,
        Crowd crowd,
        int foundTogether,
        int shallowLevels,
        int deepCycles) {
    /** For a device that tells parents at once. */
    public static final CompletionSpec NONE = new CompletionSpec(0, 1, 0, 0, 0, Crowd.NONE, 0, 0, 0);

    /** Whether completions are handled in rounds. */
    public boolean rounds() {
        return roundCycles > 0;
    }

    /** Cycles that the completion of a grid with children takes longer at a nesting depth, which is 0 for a grid of the host. */
    public int depthCycles(int depth) {
        return depth > shallowLevels ? deepCycles : 0;
    }

    /**
     * Cycles of a round.
     *
     * @param grids grids that it handles, at least 1, those of which the completion takes longer counted as more
     * @param missing share of the pool that does not fit into the L2, 0 to 1
     */
    public long roundCycles(double grids, double missing) {
        return roundCycles + Math.round((perGridCycles + perGridMissCycles * missing) * grids);
    }

    /**
     * What becomes of completions where many grids below the top level wait for as many children each as a warp has lanes, or more: the device is in one of two
     * states, which differ from run to run.
     *
     * @param parents grids that have waited so since the first of them, from which on there are two states
     * @param share share by which a round of fire-and-forget launches takes longer in the second state
     * @param odds odds of the second state, 0 to 1
     * @param streamShare the same share of launches into streams
     * @param streamOdds its odds, 0 to 1
     */
    public record Crowd(int parents, double share, double odds, double streamShare, double streamOdds) {
        /** For a device that knows one state. */
        public static final Crowd NONE = new Crowd(0, 0, 0, 0, 0);
    }
}
