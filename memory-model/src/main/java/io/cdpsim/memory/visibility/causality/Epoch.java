package io.cdpsim.memory.visibility.causality;

import io.cdpsim.warp.Lanes;

/**
 * The time of an access: the block, the thread in the block, and the block's clock, in one long. The clock advances with every operation of the block by which another thread may acquire its past: a launch, a barrier, a fence, a release. 0 is the start, which every causal past holds.
 */
public final class Epoch {
    static final int THREAD_BITS = 10;
    static final int CLOCK_BITS = 25;
    private static final int LAST_THREAD = (1 << THREAD_BITS) - 1;

    static final int LAST_CLOCK = (1 << CLOCK_BITS) - 1;
    static final int LAST_BLOCK = (1 << (63 - THREAD_BITS - CLOCK_BITS)) - 1;

    /** The start, before all accesses. */
    static final long BEGIN = 0;

    private Epoch() {}

    static long of(int block, int thread, int clock) {
        return ((long) block << THREAD_BITS | thread) << CLOCK_BITS | clock;
    }

    /** The same clock of a thread that is so many threads behind another one in its block. */
    public static long ofThreadBehind(long epoch, int threads) {
        return epoch + ((long) threads << CLOCK_BITS);
    }

    /** The number of the block. */
    public static int block(long epoch) {
        return (int) (epoch >>> (THREAD_BITS + CLOCK_BITS));
    }

    /** The index of the thread in its block. */
    public static int thread(long epoch) {
        return (int) (epoch >>> CLOCK_BITS) & LAST_THREAD;
    }

    /** The block's clock. */
    public static int clock(long epoch) {
        return (int) epoch & LAST_CLOCK;
    }

    /** Block and thread, without the clock. */
    public static long threadKey(long epoch) {
        return epoch >>> CLOCK_BITS;
    }

    /** Whether two are of one warp. */
    public static boolean sameWarp(long a, long b) {
        return threadKey(a) >>> Lanes.SHIFT == threadKey(b) >>> Lanes.SHIFT;
    }

    /** Whether two are of one thread. */
    public static boolean sameThread(long a, long b) {
        return a >>> CLOCK_BITS == b >>> CLOCK_BITS;
    }
}
