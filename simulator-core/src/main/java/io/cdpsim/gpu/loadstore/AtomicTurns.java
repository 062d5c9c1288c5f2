package io.cdpsim.gpu.loadstore;

import io.cdpsim.gpu.block.Warp;
import io.cdpsim.gpu.call.WarpDevice;
import io.cdpsim.gpu.memory.AccessTiming;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * The warps of an SM whose atomics cannot issue because too many of the SM's wait for the L2 cache. They go on in the order in which they came. Only the first of them has
 * a cycle at which it goes on; each has the next one scheduled.
 */
final class AtomicTurns {
    private final int sm;
    private final AccessTiming timing;
    private final WarpDevice device;
    private final ArrayDeque<Warp> behind = new ArrayDeque<>();
    private @Nullable Warp first;

    /** @param sm the number of the SM */
    AtomicTurns(int sm, AccessTiming timing, WarpDevice device) {
        this.sm = sm;
        this.timing = timing;
        this.device = device;
    }

    /**
     * The cycle at which a warp's atomic can issue.
     *
     * @param lanes how many lanes take part
     * @return {@code now} if it can issue now, a later cycle if it is the first that waits, or -1 if it waits behind others
     */
    long turn(Warp warp, int lanes, long now) {
        boolean isFirst = warp == first;
        long turn = timing.atomicTurn(lanes, isFirst, now);
        if (first == null && turn > now) {
            first = warp;
        } else if (first != null && !isFirst) {
            behind.add(warp);
            return -1;
        }
        return turn;
    }

    /** The atomic of a warp has issued, or the warp does not run on this SM for now. */
    void goesOn(Warp warp, long now) {
        if (warp != first) {
            return;
        }
        first = behind.poll();
        while (first != null && (first.block().isSwappedOut() || first.block().sm() != sm)) {
            if (first.block().isSwappedOut()) {
                first.parked(true);
            } else {
                device.schedule(first, now);
            }
            first = behind.poll();
        }
        if (first != null) {
            device.schedule(first, timing.atomicTurn(0, true, now));
        }
    }
}
