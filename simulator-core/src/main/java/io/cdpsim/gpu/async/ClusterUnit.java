package io.cdpsim.gpu.async;

import io.cdpsim.gpu.block.Block;
import io.cdpsim.gpu.block.Cluster;
import io.cdpsim.gpu.block.Warp;
import io.cdpsim.gpu.call.WarpDevice;
import io.cdpsim.gpu.memory.SharedAndLocalMemory;
import io.cdpsim.gpu.progress.ProgressMonitor;
import io.cdpsim.gpu.visibility.VisibilityFeed;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.execution.LaneState;
import io.cdpsim.memory.AddressMap;
import io.cdpsim.profile.ClusterSpec;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.warp.Lanes;
import org.jspecify.annotations.Nullable;

/** Runs barriers of clusters, and makes addresses of the shared memory of their blocks. A block without a cluster is one of its own. */
final class ClusterUnit {
    private final WarpDevice device;
    private final ProgressMonitor watch;
    private final @Nullable VisibilityFeed visibility;
    private final ClusterSpec spec;
    private final boolean timed;
    private final long[] results = new long[Lanes.COUNT];

    ClusterUnit(
            GpuProfile profile,
            WarpDevice device,
            ProgressMonitor watch,
            @Nullable VisibilityFeed visibility,
            boolean timed) {
        this.device = device;
        this.watch = watch;
        this.visibility = visibility;
        this.timed = timed;
        spec = profile.cluster();
    }

    /** A warp arrives at its cluster's barrier, or waits there. @return the cycle at which it continues, or -1 if it waits */
    long barrier(Warp warp, Instruction in, int lanes, long time) {
        Modifiers.ClusterBarrier barrier = (Modifiers.ClusterBarrier) in.modifiers();
        Cluster cluster = warp.block().cluster();
        warp.state().stack().advance();
        long next = warp.scheduler().afterIssue(time);
        if (barrier.arrives()) {
            warp.clusterPhase(cluster.phase());
            if (visibility != null && barrier.orders()) {
                VisibilityFeed.arrives(warp.watched(), lanes, cluster.phases());
            }
            watch.progressed();
            if (cluster.arrive()) {
                open(cluster, time);
            }
            return next;
        }
        // Rule C-2.
        if (cluster.phase() == warp.clusterPhase()) {
            warp.waitsAtClusterBarrier();
            cluster.waiting().add(warp);
            return -1;
        }
        goesOn(warp, cluster, lanes, barrier.orders());
        return Math.max(next, cluster.openAt());
    }

    private void goesOn(Warp warp, Cluster cluster, int lanes, boolean orders) {
        if (visibility != null && orders) {
            VisibilityFeed.awaits(warp.watched(), lanes, cluster.phases());
        }
    }

    /** All that the barrier waits for have arrived. */
    void open(Cluster cluster, long time) {
        long open = timed
                ? time
                        + spec.barrierCycles(
                                cluster.shape().blocks(), cluster.block(0).warpCount())
                : time + 1;
        if (visibility != null) {
            cluster.phases().complete();
        }
        cluster.open(open);
        for (Warp warp : cluster.waiting()) {
            warp.goesOn();
            goesOn(warp, cluster, warp.state().stack().activeLanes(), true);
            device.schedule(warp, open);
        }
        cluster.waiting().clear();
    }

    /** The address of the same place in another block's shared memory, or the rank of the block that an address points into. */
    void address(Warp warp, Instruction in, int lanes) {
        Modifiers.ClusterAddress address = (Modifiers.ClusterAddress) in.modifiers();
        LaneState state = warp.state();
        Block block = warp.block();
        int blocks = (int) block.cluster().shape().blocks();
        for (int m = lanes; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            long a = state.value(in.a(), lane);
            long base = address.isGeneric() ? AddressMap.SHARED_BASE : 0;
            long offset = a - base;
            if (address.asksRank()) {
                long window = offset >>> SharedAndLocalMemory.WINDOW_SHIFT;
                results[lane] = window == 0 ? block.rank() : window - 1;
            } else {
                long rank = Integer.toUnsignedLong((int) state.value(in.b(), lane));
                long inner = offset & (1L << SharedAndLocalMemory.WINDOW_SHIFT) - 1;
                // A rank that the cluster does not have gives an address that faults.
                long window = rank == block.rank() ? 0 : Math.min(rank, blocks) + 1;
                results[lane] = base + (window << SharedAndLocalMemory.WINDOW_SHIFT) + inner;
            }
        }
        state.move(in.destination(), lanes, results);
    }
}
