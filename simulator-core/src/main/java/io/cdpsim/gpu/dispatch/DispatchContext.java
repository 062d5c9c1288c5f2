package io.cdpsim.gpu.dispatch;

import io.cdpsim.engine.Engine;
import io.cdpsim.gpu.block.Block;
import io.cdpsim.gpu.block.Cluster;
import io.cdpsim.gpu.block.Warp;
import io.cdpsim.gpu.grid.Grid;
import io.cdpsim.gpu.progress.ProgressMonitor;
import io.cdpsim.gpu.sampling.BlockSampler;
import io.cdpsim.gpu.sm.BlockBarriers;
import io.cdpsim.gpu.sm.Sm;
import io.cdpsim.gpu.visibility.VisibilityFeed;
import io.cdpsim.observe.DeviceEvents;
import io.cdpsim.profile.GpuProfile;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The components that the block scheduler of a device uses.
 *
 * @param profile the kind of GPU
 * @param engine its clock
 * @param device the device
 * @param sms its SMs, by their numbers
 * @param barriers the barriers of the blocks
 * @param events notified of grids that start, and of blocks
 * @param watch notified of every change that may end a thread's wait
 * @param visibility notified when blocks start and end, if there is a listener
 * @param sampler decides which blocks are timed; null if all are
 */
public record DispatchContext(
        GpuProfile profile,
        Engine engine,
        DispatchDevice device,
        List<Sm> sms,
        BlockBarriers barriers,
        DeviceEvents events,
        ProgressMonitor watch,
        @Nullable VisibilityFeed visibility,
        @Nullable BlockSampler sampler) {
    public DispatchContext {
        sms = List.copyOf(sms);
    }

    /** Counters of a device's block scheduler. */
    public static final class DispatchCounters {
        long blocksPlaced;
        long blocksSwappedOut;
        long warpResidentCycles;
        int residentGridsMax;

        /** Blocks placed on an SM. */
        public long blocksPlaced() {
            return blocksPlaced;
        }

        /** Blocks swapped out in a device synchronization. */
        public long blocksSwappedOut() {
            return blocksSwappedOut;
        }

        /** Cycles for which warps were on an SM, added over the warps. */
        public long warpResidentCycles() {
            return warpResidentCycles;
        }

        /** Most resident grids at once. */
        public int residentGridsMax() {
            return residentGridsMax;
        }
    }

    /** The block scheduler's interface to its device. */
    public interface DispatchDevice {
        /** The owner of the grids. */
        GridOwner grids();

        /** All threads of a grid have exited. */
        default void gridEnds(Grid grid, long now) {}

        /** Whether device code has faulted, after which no block starts or ends. */
        boolean isFaulted();

        /** All warps of a cluster that have not ended have arrived at its barrier. */
        void openBarrier(Cluster cluster, long time);

        /** The SM that runs the warps of a placed block. */
        Sm runs(Block block);

        /** Resumes a warp at a cycle, or now if that is past. */
        void schedule(Warp warp, long time);
    }
}
