package io.cdpsim.warp;

/**
 * The width of a warp: the CUDA C++ Programming Guide gives {@code warpSize} as 32 for every compute capability, so no profile states it.
 */
public final class Lanes {
    /** Lanes of a warp. */
    public static final int COUNT = 32;

    /** {@code thread >>> SHIFT} is the number of a thread's warp in its block. */
    public static final int SHIFT = 5;

    /** The mask of all lanes. */
    public static final int ALL = -1;

    private Lanes() {}

    /** The mask of the lowest {@code count} lanes, 0 to {@link #COUNT}. */
    public static int first(int count) {
        return count >= COUNT ? ALL : (1 << count) - 1;
    }

    /** The mask of the lanes among these that have a value. */
    public static int with(long[] values, long value, int lanes) {
        int same = 0;
        for (int m = lanes; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            if (values[lane] == value) {
                same |= 1 << lane;
            }
        }
        return same;
    }

    /** Warps that hold a number of threads; the last may be part empty. */
    public static int warpsOf(int threads) {
        return (threads + COUNT - 1) / COUNT;
    }
}
