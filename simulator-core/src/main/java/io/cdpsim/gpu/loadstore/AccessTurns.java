package io.cdpsim.gpu.loadstore;

import io.cdpsim.gpu.block.Warp;
import io.cdpsim.gpu.call.WarpDevice;
import io.cdpsim.gpu.memory.AccessTiming;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * The warps of an SM whose accesses to global memory cannot issue because too many of the SM's atomics wait for the L2 cache. They go on in the order in which they came. Only
 * the first of them has a cycle at which it goes on; each has the next one scheduled.
 */
final class AccessTurns {
    private final int sm;
    private final AccessTiming timing;
    private final WarpDevice device;
    private final ArrayDeque<Waiting> behind = new ArrayDeque<>();
    private @Nullable Waiting first;

    private record Waiting(Warp warp, boolean isAtomic) {}

    /** @param sm the number of the SM */
    AccessTurns(int sm, AccessTiming timing, WarpDevice device) {
        this.sm = sm;
        this.timing = timing;
        this.device = device;
    }

    /** Whether a warp waits. */
    boolean isWaiting() {
        return first != null;
    }

    /**
     * The cycle at which a warp's access can issue.
     *
     * @return {@code now} if it can issue now, a later cycle if it is the first that waits, or -1 if it waits behind others
     */
    long turn(Warp warp, boolean isAtomic, long now) {
        if (first != null && first.warp != warp) {
            behind.add(new Waiting(warp, isAtomic));
            return -1;
        }
        long turn = turn(isAtomic, now);
        if (turn > now && first == null) {
            first = new Waiting(warp, isAtomic);
        }
        return turn;
    }

    private long turn(boolean isAtomic, long now) {
        return isAtomic ? timing.atomicTurn(now) : now;
    }

    /** The access of a warp has issued, or the warp does not run on this SM for now. */
    void goesOn(Warp warp, long now) {
        if (first == null || first.warp != warp) {
            return;
        }
        first = behind.poll();
        while (first != null
                && (first.warp.block().isSwappedOut() || first.warp.block().sm() != sm)) {
            if (first.warp.block().isSwappedOut()) {
                first.warp.parked(true);
            } else {
                device.schedule(first.warp, now);
            }
            first = behind.poll();
        }
        if (first != null) {
            device.schedule(first.warp, turn(first.isAtomic, now));
        }
    }
}
