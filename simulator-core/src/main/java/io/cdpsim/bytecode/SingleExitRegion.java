package io.cdpsim.bytecode;

/** Instructions with one entry and one exit, branches and memory accesses among them, as one method that runs lanes from the entry to the exit, one after another. */
public interface SingleExitRegion {
    /** Bits of a count of instructions. */
    int COUNT_BITS = 30;

    /** Mask of a count of instructions. */
    int COUNT_MASK = (1 << COUNT_BITS) - 1;

    /**
     * Runs lanes.
     *
     * @param registers laid out as in {@code LaneState}
     * @param registerBase index of lane 0 in the window's first register
     * @param predicates one mask each
     * @param predicateBase index of the window's first predicate
     * @param lanes those that run
     * @param memory what they load from and store to
     * @param mostInstructions instructions after which a lane leaves the region at the next jump back, at most 2^21
     * @param next holds the exit for each lane, and gets the next instruction of each lane that leaves earlier
     * @return how they ended: {@link #isEarly}, {@link #issued}, {@link #run}
     */
    long run(
            long[] registers,
            int registerBase,
            int[] predicates,
            int predicateBase,
            int lanes,
            LaneMemory memory,
            int mostInstructions,
            int[] next);

    /** Whether a lane left before the exit. */
    static boolean isEarly(long end) {
        return end < 0;
    }

    /** The most instructions that a lane has come to. */
    static int issued(long end) {
        return (int) (end >>> COUNT_BITS) & COUNT_MASK;
    }

    /** The instructions that the lanes have come to and whose guard held, of all lanes together. */
    static int run(long end) {
        return (int) end & COUNT_MASK;
    }

    /** How lanes ended, in one value. */
    static long end(boolean isEarly, int issued, int run) {
        return (isEarly ? Long.MIN_VALUE : 0) | ((long) issued << COUNT_BITS) | run;
    }
}
