package io.cdpsim.gpu.block;

/** How many warps of an SM wait for something outside it, and so for no known cycle. */
public final class OutsideWaits {
    private int warps;

    /** Whether a warp does. */
    public boolean any() {
        return warps > 0;
    }

    void add() {
        warps++;
    }

    void remove() {
        warps--;
    }
}
