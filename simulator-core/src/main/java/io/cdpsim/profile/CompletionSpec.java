package io.cdpsim.profile;

/**
 * How completions of independent child grids are told to their parents: in rounds. A round that begins after a pause handles one grid; each
 * further one handles what has come meanwhile, at most twice as many as the round before.
 *
 * @param roundCycles a round, cycles; 0 if parents are told at once
 * @param perGridCycles added for each grid, cycles
 * @param perGridMissCycles added to that if the grid's slot is not in the L2, cycles
 * @param scanCyclesPerSlot added to every round, for each slot of the pool
 * @param searchCyclesPerSlot added to a round of more than one grid, for each slot of the pool
 */
public record CompletionSpec(
        int roundCycles,
        int perGridCycles,
        int perGridMissCycles,
        double scanCyclesPerSlot,
        double searchCyclesPerSlot) {
    /** For a device that tells parents at once. */
    public static final CompletionSpec NONE = new CompletionSpec(0, 0, 0, 0, 0);

    /** Whether completions are handled in rounds. */
    public boolean rounds() {
        return roundCycles > 0;
    }

    /**
     * Cycles of a round.
     *
     * @param grids grids that it handles, at least 1
     * @param slots size of the pool
     * @param missing share of the pool that does not fit into the L2, 0 to 1
     */
    public long roundCycles(int grids, long slots, double missing) {
        double perSlot = scanCyclesPerSlot + (grids > 1 ? searchCyclesPerSlot : 0);
        return roundCycles + Math.round((perGridCycles + perGridMissCycles * missing) * grids + perSlot * slots);
    }
}
