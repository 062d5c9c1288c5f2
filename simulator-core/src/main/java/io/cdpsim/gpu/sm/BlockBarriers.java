package io.cdpsim.gpu.sm;

import io.cdpsim.gpu.Gpu;
import io.cdpsim.gpu.VisibilityFeed;
import io.cdpsim.kernel.code.Detail;
import io.cdpsim.warp.Lanes;
import org.jspecify.annotations.Nullable;

/** Lets the warps of a block wait for each other. */
public final class BlockBarriers {
    private final Gpu gpu;
    private final @Nullable VisibilityFeed visibility;
    private final int latencyCycles;

    public BlockBarriers(Gpu gpu) {
        this.gpu = gpu;
        this.visibility = gpu.visibility();
        this.latencyCycles = gpu.profile().synchronization().barrierLatencyCycles();
    }

    /** A warp comes to a barrier. @return when it goes on, or -1 if it waits */
    long arrive(Warp warp, Detail.Barrier barrier, long time) {
        gpu.progressed();
        Block block = warp.block();
        if (visibility != null) {
            visibility.arrives(warp, barrier);
        }
        block.arrive(barrier.number(), Lanes.COUNT, !barrier.arriveOnly(), warp.indexInBlock(), time);
        if (barrier.threads() == 0) {
            block.awaitsAll(barrier.number());
        }
        if (!barrier.arriveOnly()) {
            warp.status = Warp.Status.AT_BARRIER;
        }
        openIfComplete(block, barrier.number(), barrier.threads(), time);
        return barrier.arriveOnly() ? time + 1 : -1;
    }

    /** Opens a barrier if all have come that it waits for. */
    public void openIfComplete(Block block, int number, int threads, long time) {
        int expected = threads == 0 ? block.liveWarps() * Lanes.COUNT : threads;
        if (block.arrived(number) == 0 || block.arrived(number) < expected) {
            return;
        }
        long open = Math.max(time, block.lastArrival(number)) + latencyCycles;
        long waitingWarps = block.open(number);
        if (visibility != null) {
            visibility.opens(block, number, waitingWarps);
        }
        for (long waiting = waitingWarps; waiting != 0; waiting &= waiting - 1) {
            Warp warp = block.warp(Long.numberOfTrailingZeros(waiting));
            warp.status = Warp.Status.RUNNABLE;
            gpu.schedule(warp, Math.max(open, warp.operandsReady(warp.next())));
        }
    }
}
