package io.cdpsim.gpu.dispatch;

import io.cdpsim.engine.Engine;
import io.cdpsim.gpu.progress.ProgressMonitor;
import io.cdpsim.gpu.sm.BlockBarriers;
import io.cdpsim.gpu.sm.Cluster;
import io.cdpsim.gpu.sm.Sm;
import io.cdpsim.gpu.sm.Warp;
import io.cdpsim.gpu.visibility.VisibilityFeed;
import io.cdpsim.observe.DeviceEvents;
import io.cdpsim.profile.GpuProfile;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the block scheduler of a device works with.
 *
 * @param profile the kind of GPU
 * @param engine its clock
 * @param device the device
 * @param sms its SMs, by their numbers
 * @param barriers the barriers of the blocks
 * @param events told of grids that start, and of blocks
 * @param watch told of all that a waiting thread may wait for
 * @param visibility told when blocks start and end, if there is a listener
 */
public record DispatchContext(
        GpuProfile profile,
        Engine engine,
        DispatchDevice device,
        List<Sm> sms,
        BlockBarriers barriers,
        DeviceEvents events,
        ProgressMonitor watch,
        @Nullable VisibilityFeed visibility) {
    public DispatchContext {
        sms = List.copyOf(sms);
    }

    /** What the block scheduler of a device has done so far. */
    public static final class DispatchCounters {
        long blocksPlaced;
        long blocksSwappedOut;
        long warpResidentCycles;
        int residentGridsMax;

        /** Blocks that got an SM. */
        public long blocksPlaced() {
            return blocksPlaced;
        }

        /** Blocks that gave up their SM in a device synchronisation. */
        public long blocksSwappedOut() {
            return blocksSwappedOut;
        }

        /** Cycles for which warps were on an SM, added over the warps. */
        public long warpResidentCycles() {
            return warpResidentCycles;
        }

        /** Most grids on the device at once. */
        public int residentGridsMax() {
            return residentGridsMax;
        }
    }

    /** What block scheduling asks of the device that it is part of. */
    public interface DispatchDevice {
        /** Who submits the grids. */
        GridOwner grids();

        /** Whether device code has faulted, after which no block starts or ends. */
        boolean isFaulted();

        /** All warps of a cluster that have not ended have arrived at its barrier. */
        void openBarrier(Cluster cluster, long time);

        /** Lets a warp go on at a cycle, or now if that is past. */
        void schedule(Warp warp, long time);
    }
}
