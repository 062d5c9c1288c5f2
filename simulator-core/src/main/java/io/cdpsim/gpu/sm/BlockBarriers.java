package io.cdpsim.gpu.sm;

import io.cdpsim.gpu.block.Block;
import io.cdpsim.gpu.block.Warp;
import io.cdpsim.gpu.call.WarpDevice;
import io.cdpsim.gpu.visibility.VisibilityFeed;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.profile.GpuProfile.SynchronizationSpec;
import io.cdpsim.warp.Lanes;
import org.jspecify.annotations.Nullable;

/** The barriers of a device's blocks. */
public final class BlockBarriers {
    private final WarpDevice device;
    private final @Nullable VisibilityFeed visibility;
    private final SynchronizationSpec times;

    /**
     * The barriers of a device's blocks.
     *
     * @param times how long arrivals and openings take
     * @param visibility notified of arrivals and openings, if there is a listener
     */
    public BlockBarriers(SynchronizationSpec times, WarpDevice device, @Nullable VisibilityFeed visibility) {
        this.device = device;
        this.visibility = visibility;
        this.times = times;
    }

    /** A warp arrives at a barrier. @return the cycle at which it continues, or -1 if it waits */
    long arrive(Warp warp, Modifiers.Barrier barrier, long time) {
        Block block = warp.block();
        if (visibility != null) {
            visibility.arrives(warp.watched(), barrier);
        }
        long there = block.barrierTimes().arrive(barrier.number(), warp.indexInBlock(), times, time);
        block.arrive(barrier.number(), Lanes.COUNT, !barrier.arriveOnly(), warp.indexInBlock(), there);
        if (barrier.threads() == 0) {
            block.awaitsAll(barrier.number());
        }
        if (!barrier.arriveOnly()) {
            warp.waitsAtBarrier();
        }
        openIfComplete(block, barrier.number(), barrier.threads(), there);
        return barrier.arriveOnly() ? time + 1 : -1;
    }

    /** A warp of a block has ended: no barrier waits for it any longer. */
    public void warpEnded(Block block, long time) {
        for (int rest = block.barriersOfAll(); rest != 0; rest &= rest - 1) {
            openIfComplete(block, Integer.numberOfTrailingZeros(rest), 0, time);
        }
    }

    /** Opens a barrier if all expected threads have arrived. */
    private void openIfComplete(Block block, int number, int threads, long time) {
        int expected = threads == 0 ? block.liveWarps() * Lanes.COUNT : threads;
        if (block.arrived(number) == 0 || block.arrived(number) < expected) {
            return;
        }
        long open = block.barrierTimes().opensAt(number, times, Math.max(time, block.lastArrival(number)));
        int participants = block.participants(number);
        int held = block.heldThreads(number);
        long waitingWarps = block.open(number);
        if (visibility != null) {
            visibility.opens(block.watched(), number, waitingWarps);
        }
        for (long waiting = waitingWarps; waiting != 0; waiting &= waiting - 1) {
            Warp warp = block.warp(Long.numberOfTrailingZeros(waiting));
            warp.goesOn();
            block.barrierTimes().passes(warp.indexInBlock(), open);
            BarrierUnit.deliverResult(warp, participants, held, open);
            device.schedule(warp, open);
        }
    }
}
