package io.cdpsim.runtime.call;

import io.cdpsim.gpu.sm.Warp;
import java.util.Arrays;

/** Until when warps look through a full pool for a place. */
final class PoolSearches {
    /** The warp does not look for anything. */
    static final long NONE = -1;

    /** By the number of a warp on its device. */
    private long[] ends = new long[0];

    void begins(Warp warp, long end) {
        int before = ends.length;
        if (warp.id() >= before) {
            ends = Arrays.copyOf(ends, Math.max(2 * before, warp.id() + 1));
            Arrays.fill(ends, before, ends.length, NONE);
        }
        ends[warp.id()] = end;
    }

    /** When the warp has looked at all; {@link #NONE} if it does not look. */
    long end(Warp warp) {
        return warp.id() < ends.length ? ends[warp.id()] : NONE;
    }

    /** The warp looks no longer. @return whether it did */
    boolean ends(Warp warp) {
        boolean looked = end(warp) != NONE;
        if (looked) {
            ends[warp.id()] = NONE;
        }
        return looked;
    }
}
