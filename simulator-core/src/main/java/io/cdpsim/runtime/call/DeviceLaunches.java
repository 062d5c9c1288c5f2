package io.cdpsim.runtime.call;

import io.cdpsim.gpu.Gpu;
import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.gpu.sm.Block;
import io.cdpsim.gpu.sm.Warp;
import io.cdpsim.kernel.call.CallRole;
import io.cdpsim.kernel.code.Detail;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.ParameterLayout;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.memory.LittleEndian;
import io.cdpsim.observe.ExecutionListener;
import io.cdpsim.profile.ContendedCallSpec;
import io.cdpsim.profile.DeviceLaunchSpec;
import io.cdpsim.runtime.cost.CallLock;
import io.cdpsim.runtime.device.DeviceLimits;
import io.cdpsim.runtime.launch.GridKind;
import io.cdpsim.runtime.launch.GridTable;
import io.cdpsim.runtime.launch.LaunchFreedom;
import io.cdpsim.runtime.launch.LaunchRecords;
import io.cdpsim.runtime.launch.LaunchTree;
import io.cdpsim.runtime.launch.LaunchVisibility;
import io.cdpsim.runtime.launch.RuntimeMetrics;
import io.cdpsim.runtime.pool.PendingLaunchPool;
import io.cdpsim.runtime.pool.PoolPlace;
import io.cdpsim.runtime.version.CdpRules;
import io.cdpsim.runtime.version.CudaError;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Launches by device code: each active lane posts one grid (rules LNCH-1, LNCH-12).
 *
 * <p>Rules CONC-5, DEPTH-3, DEPTH-4, DEPTH-9, ERR-2, FAF-1, FAF-5, FAF-8, LNCH-2, LNCH-4, LNCH-5, LNCH-6, PARM-1, POOL-4, POOL-8,
 * POOL-9, STR-15, TAIL-6, TAIL-11, TAIL-12 and TAIL-13.
 */
public final class DeviceLaunches {
    private final Gpu gpu;
    private final CdpRules rules;
    private final ThreadErrors errors;
    private final GridTable grids;
    private final LaunchTree tree;
    private final DeviceStreams streams;
    private final PendingLaunchPool pool;
    private final LaunchRecords records;
    private final ParameterBuffers buffers;
    private final LaunchChecks checks;
    private final RuntimeMetrics metrics;
    private final ExecutionListener listener;
    private final DeviceLaunchSpec costs;
    private final CallLock launchLock = new CallLock();
    private final LaunchFreedom freedom;
    private final int deepest;
    private final DeviceLimits limits;
    private final @Nullable LaunchVisibility visibility;
    private boolean warnedOfOverflow;

    public DeviceLaunches(
            Gpu gpu,
            CdpRules rules,
            ThreadErrors errors,
            GridTable grids,
            LaunchTree tree,
            DeviceStreams streams,
            PendingLaunchPool pool,
            LaunchRecords records,
            ParameterBuffers buffers,
            RuntimeMetrics metrics,
            ExecutionListener listener,
            LaunchFreedom freedom,
            DeviceLimits limits,
            @Nullable LaunchVisibility visibility) {
        this.visibility = visibility;
        this.limits = limits;
        this.freedom = freedom;
        this.gpu = gpu;
        this.rules = rules;
        this.errors = errors;
        this.grids = grids;
        this.tree = tree;
        this.streams = streams;
        this.pool = pool;
        this.records = records;
        this.buffers = buffers;
        this.metrics = metrics;
        this.listener = listener;
        this.checks = new LaunchChecks(gpu.profile(), rules);
        this.costs = gpu.profile().launch();
        this.deepest = rules.deepestGrid(gpu.profile().limits());
    }

    /** Runs a launch statement. @return when the calls of all lanes have returned */
    public long launch(Warp warp, Instruction in, int lanes, long now) {
        Detail.Device call = CallArguments.call(in);
        Kernel kernel = Objects.requireNonNull(call.callee()).kernel();
        long end = now;
        long begin = now;
        int[] order = freedom.laneOrder(lanes);
        int count = Integer.bitCount(lanes);
        long tailOverflow = 0;
        for (int i = 0; i < count; i++) {
            int lane = order[i];
            long stream = CallArguments.argument(warp, in, CallRole.STREAM, lane);
            ContendedCallSpec kind = kindOf(stream);
            tailOverflow += tailOverflowCycles(warp.block().grid().node(), stream);
            if (i == 0) {
                begin = launchLock.begin(kind, now, count);
            }
            // All lanes post at the end of the call.
            long posted = begin + kind.callCycles(count) + tailOverflow;
            metrics.childLaunches++;
            CudaError error = check(warp, in, lane, kernel, stream, call.perThreadDefaultStream());
            PoolPlace place = error == CudaError.SUCCESS ? pool.take() : PoolPlace.NONE;
            if (place == PoolPlace.REFUSED) {
                error = rules.poolFull();
                warnOfOverflow(warp.block(), kernel, posted);
            }
            if (error == CudaError.SUCCESS) {
                posted += place == PoolPlace.VIRTUALIZED ? costs.virtualizedLaunchCycles() : 0;
                post(warp, in, lane, kernel, stream, call.perThreadDefaultStream(), place, posted, i == 0);
            } else {
                metrics.failedLaunches++;
                listener.launchFailed(warp.block().grid().number(), kernel.name(), errors.code(error), posted);
            }
            errors.report(warp, in, lane, error);
            end = Math.max(end, posted);
        }
        gpu.countLaunchCycles(end - now);
        return end + freedom.returnDelayCycles();
    }

    /** Overflow below the first level hung an H200 for good in some programs (finding M-1); here the run goes on. Warned of once. */
    private void warnOfOverflow(Block block, Kernel kernel, long posted) {
        boolean nested = grids.depth(block.grid().node()) > 0;
        if (nested && rules.offersSpecialStreams() && !warnedOfOverflow) {
            warnedOfOverflow = true;
            listener.warning(
                    "M-1",
                    "kernel " + block.grid().kernel().name() + ", itself launched from the device, launches "
                            + kernel.name() + " while all " + pool.fixedSlots() + " places of the pending-launch pool"
                            + " are taken; the launch is refused and the run goes on, but on an H200 some programs that"
                            + " did this never ended: check the error of each launch, or set a larger"
                            + " cudaLimitDevRuntimePendingLaunchCount",
                    posted);
        }
    }

    /** What a tail launch takes longer once both batches that can be handed over are full. */
    private int tailOverflowCycles(int parent, long stream) {
        boolean overflows = stream == DeviceStreams.TAIL_LAUNCH
                && costs.chain().batches()
                && tree.tailsWaiting(parent) >= 2 * costs.chain().batchGrids();
        return overflows ? costs.tailOverflowCycles() : 0;
    }

    private ContendedCallSpec kindOf(long stream) {
        if (stream == DeviceStreams.FIRE_AND_FORGET) {
            return costs.fireAndForget();
        }
        if (stream == DeviceStreams.TAIL_LAUNCH) {
            return costs.tail();
        }
        return stream == DeviceStreams.NULL_STREAM ? costs.nullStream() : costs.namedStream();
    }

    /** Everything that can forbid a launch, the pool aside. */
    private CudaError check(Warp warp, Instruction in, int lane, Kernel kernel, long handle, boolean perThreadDefault) {
        CudaError error = checks.checkDeviceLaunch(kernel, shape(warp, in, lane));
        if (error != CudaError.SUCCESS) {
            return error;
        }
        Block block = warp.block();
        if (DeviceStreams.isSpecial(handle)) {
            if (!rules.offersSpecialStreams()) {
                return CudaError.INVALID_VALUE;
            }
        } else if (streams.resolve(warp, lane, handle, perThreadDefault) < 0) {
            return CudaError.INVALID_VALUE;
        }
        return grids.depth(block.grid().node()) + 1 > deepest ? CudaError.LAUNCH_MAX_DEPTH_EXCEEDED : CudaError.SUCCESS;
    }

    private void post(
            Warp warp,
            Instruction in,
            int lane,
            Kernel kernel,
            long handle,
            boolean perThreadDefault,
            PoolPlace place,
            long posted,
            boolean firstOfCall) {
        Block block = warp.block();
        int parent = block.grid().node();
        // Also where it only joins a stream: a thread that goes on launching is not stuck.
        gpu.progressed();
        GridKind kind = handle == DeviceStreams.TAIL_LAUNCH
                ? GridKind.TAIL_GRID
                : handle == DeviceStreams.FIRE_AND_FORGET ? GridKind.FIRE_AND_FORGET_GRID : GridKind.STREAM_GRID;
        // A tail is spliced in behind its parent and lies no deeper (rule TAIL-15).
        int depth = grids.depth(parent) + (kind == GridKind.TAIL_GRID ? 0 : 1);
        int entry = grids.add(kind, parent, depth);
        LaunchShape shape = shape(warp, in, lane);
        limits.growStack(kernel.attributes().localBytes());
        grids.describe(entry, kernel, shape, parameters(warp, in, lane, kernel.parameters()));
        grids.place(entry, place);
        grids.notBefore(entry, posted + costs.postToStartCycles());
        listener.gridPosted(grids.number(entry), block.grid().number(), kernel.name(), depth, shape.blocks(), posted);
        if (kind == GridKind.TAIL_GRID) {
            tree.adoptTail(entry);
        } else {
            tree.adopt(entry);
            records.launched(block, entry);
            if (kind == GridKind.STREAM_GRID) {
                tree.enqueue(entry, streams.resolve(warp, lane, handle, perThreadDefault));
            }
        }
        if (visibility != null) {
            visibility.posted(entry, warp, lane, kernel);
        }
        tree.posted(entry, firstOfCall);
    }

    private static LaunchShape shape(Warp warp, Instruction in, int lane) {
        return new LaunchShape(
                unsigned(warp, in, CallRole.GRID_X, lane),
                unsigned(warp, in, CallRole.GRID_Y, lane),
                unsigned(warp, in, CallRole.GRID_Z, lane),
                unsigned(warp, in, CallRole.BLOCK_X, lane),
                unsigned(warp, in, CallRole.BLOCK_Y, lane),
                unsigned(warp, in, CallRole.BLOCK_Z, lane),
                unsigned(warp, in, CallRole.SHARED_BYTES, lane));
    }

    private static long unsigned(Warp warp, Instruction in, CallRole role, int lane) {
        return CallArguments.argument(warp, in, role, lane) & 0xFFFFFFFFL;
    }

    /** Parameters are kept as they are at the launch (rule PARM-5). */
    private byte[] parameters(Warp warp, Instruction in, int lane, ParameterLayout layout) {
        if (CallArguments.has(in, CallRole.PARAMETER_BUFFER)) {
            return buffers.capture(
                    CallArguments.argument(warp, in, CallRole.PARAMETER_BUFFER, lane), layout.totalBytes());
        }
        byte[] bytes = new byte[layout.totalBytes()];
        for (int i = 0; i < layout.count(); i++) {
            long value = CallArguments.kernelParameter(warp, in, i, lane);
            put(bytes, layout.offsetsBytes().get(i), layout.types().get(i), value);
        }
        return bytes;
    }

    /** Writes one parameter into a parameter buffer. */
    public static void put(byte[] bytes, int offset, ValueType type, long value) {
        switch (type.bytes()) {
            case 1 -> bytes[offset] = (byte) value;
            case 2 -> LittleEndian.putShort(bytes, offset, (short) value);
            case 4 -> LittleEndian.putInt(bytes, offset, (int) value);
            default -> LittleEndian.putLong(bytes, offset, value);
        }
    }
}
