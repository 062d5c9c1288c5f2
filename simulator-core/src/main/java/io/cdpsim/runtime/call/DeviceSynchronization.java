package io.cdpsim.runtime.call;

import io.cdpsim.gpu.DeviceRuntime;
import io.cdpsim.gpu.block.Warp;
import io.cdpsim.kernel.call.DeviceCall;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.runtime.cost.CallCosts;
import io.cdpsim.runtime.launch.GridTable;
import io.cdpsim.runtime.launch.LaunchTree;
import io.cdpsim.runtime.limit.DeviceLimits;
import io.cdpsim.runtime.version.CudaError;
import org.jspecify.annotations.Nullable;

/**
 * {@code cudaDeviceSynchronize} of device code (CDP1): a warp waits for all launches of its block, unless it is nested too deeply
 * (rules SYNC-1, DEPTH-1).
 */
public final class DeviceSynchronization {
    private final GridTable grids;
    private final LaunchTree tree;
    private final LaunchRecords records;
    private final DeviceLimits limits;
    private final CallCosts costs;
    private final ThreadErrors errors;
    private final @Nullable LaunchVisibility visibility;

    public DeviceSynchronization(DeviceContext device, LaunchSystem work, CallCosts costs, ThreadErrors errors) {
        this.costs = costs;
        this.errors = errors;
        grids = work.grids();
        tree = work.tree();
        records = work.records();
        limits = device.limits();
        visibility = work.visibility();
    }

    /** Synchronises a warp. @return the cycle at which it continues, or {@link DeviceRuntime#BLOCKED} */
    public long synchronize(Warp warp, Instruction in, int lanes, long now) {
        // Rule DEPTH-1: the depth of the host is 0, but its level counts in the limit.
        boolean tooDeep = grids.depth(warp.block().grid().node()) >= limits.syncDepth();
        for (int m = lanes; m != 0; m &= m - 1) {
            // Rules DEPTH-2 and SYNC-5: the call does not report errors of children.
            errors.report(
                    warp,
                    in,
                    Integer.numberOfTrailingZeros(m),
                    tooDeep ? CudaError.SYNC_DEPTH_EXCEEDED : CudaError.SUCCESS);
        }
        if (tooDeep) {
            return callEnd(now, lanes);
        }
        // A completion seen by synchronising makes textures coherent (rule MEM-10); once more when a wait ends.
        warp.block().grid().invalidateTextures();
        if (visibility != null) {
            // Rule MEM-4.
            visibility.deviceSynchronized(warp, lanes);
        }
        // Rules SYNC-1 and SYNC-3: a warp continues at once if no launch is outstanding.
        if (records.isIdle(warp.block())) {
            return callEnd(now, lanes);
        }
        tree.releaseHeld(warp.block().grid().node());
        // Rule NEST-7: this also holds if the thread exits next.
        records.await(warp);
        return DeviceRuntime.BLOCKED;
    }

    private long callEnd(long now, int lanes) {
        return costs.call(DeviceCall.DEVICE_SYNCHRONIZE, now, Integer.bitCount(lanes));
    }
}
