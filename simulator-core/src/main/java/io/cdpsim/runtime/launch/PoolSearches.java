package io.cdpsim.runtime.launch;

import java.util.Arrays;

/** The warps of a device that search a full pool for a free slot, by number. */
public final class PoolSearches {
    /** The warp does not search. */
    public static final long NONE = -1;

    /** By warp number on the device, the cycle at which the search ends. */
    private long[] ends = new long[0];

    /** No warp searches. */
    public PoolSearches() {}

    /** Starts the search of a warp, which ends at a cycle. */
    public void start(int warp, long end) {
        int before = ends.length;
        if (warp >= before) {
            ends = Arrays.copyOf(ends, Math.max(2 * before, warp + 1));
            Arrays.fill(ends, before, ends.length, NONE);
        }
        ends[warp] = end;
    }

    /** The cycle at which the search of a warp ends; {@link #NONE} if it does not search. */
    public long end(int warp) {
        return warp < ends.length ? ends[warp] : NONE;
    }

    /** Ends the search of a warp. @return whether it searched */
    public boolean finish(int warp) {
        boolean searched = end(warp) != NONE;
        if (searched) {
            ends[warp] = NONE;
        }
        return searched;
    }
}
