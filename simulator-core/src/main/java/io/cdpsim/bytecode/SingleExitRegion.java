package io.cdpsim.bytecode;

/** Instructions with one entry and one exit, branches and memory accesses among them, as one method that runs a lane from the entry to the exit. */
public interface SingleExitRegion {
    /** Bits of a count of instructions. */
    int COUNT_BITS = 22;

    /** Mask of a count of instructions. */
    int COUNT_MASK = (1 << COUNT_BITS) - 1;

    /**
     * Runs one lane.
     *
     * @param registers laid out as in {@code LaneState}
     * @param registerBase index of the lane in the window's first register
     * @param predicates one mask each
     * @param predicateBase index of the window's first predicate
     * @param lane the lane
     * @param memory what it loads from and stores to
     * @param mostInstructions instructions after which it leaves the region at the next jump back, at most 2^21
     * @return where and after how many instructions it ends: {@link #next}, {@link #issued}, {@link #run}
     */
    long run(
            long[] registers,
            int registerBase,
            int[] predicates,
            int predicateBase,
            int lane,
            LaneMemory memory,
            int mostInstructions);

    /** The index of the next instruction: the exit unless the lane left earlier. */
    static int next(long end) {
        return (int) (end >>> (2 * COUNT_BITS));
    }

    /** Instructions that the lane has come to. */
    static int issued(long end) {
        return (int) (end >>> COUNT_BITS) & COUNT_MASK;
    }

    /** Those of them whose guard held. */
    static int run(long end) {
        return (int) end & COUNT_MASK;
    }

    /** Where and after how many instructions a lane ends, in one value. */
    static long end(int next, int issued, int run) {
        return ((long) next << (2 * COUNT_BITS)) | ((long) issued << COUNT_BITS) | run;
    }
}
