package io.cdpsim.bytecode;

/** Consecutive instructions that only compute, as one method. */
public interface StraightLineRegion {
    /**
     * Runs the instructions for some lanes.
     *
     * @param registers laid out as in {@code LaneState}
     * @param registerBase index of lane 0 of the window's first register
     * @param predicates one mask each
     * @param predicateBase index of the window's first predicate
     * @param lanes the active lanes, at least one
     * @return lane instructions run, guarded ones counted where the guard holds
     */
    long run(long[] registers, int registerBase, int[] predicates, int predicateBase, int lanes);
}
