package io.cdpsim.kernel.code;

/** The width of a warp. */
public final class Lanes {
    /** Lanes of a warp. */
    public static final int COUNT = 32;

    /** The mask of all lanes. */
    public static final int ALL = -1;

    private Lanes() {}

    /** The mask of the lowest {@code count} lanes, 0 to 32. */
    public static int first(int count) {
        return count >= COUNT ? ALL : (1 << count) - 1;
    }
}
