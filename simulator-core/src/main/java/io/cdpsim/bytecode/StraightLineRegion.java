package io.cdpsim.bytecode;

/** Instructions one behind the other that only compute, as one method. */
public interface StraightLineRegion {
    /**
     * Computes them for lanes.
     *
     * @param registers as {@code LaneState} has them
     * @param registerBase where lane 0 of the window's first register is
     * @param predicates a mask each
     * @param predicateBase where the window's first predicate is
     * @param lanes the active lanes, at least one
     * @return how many instructions lanes have run, guards counted
     */
    long run(long[] registers, int registerBase, int[] predicates, int predicateBase, int lanes);
}
