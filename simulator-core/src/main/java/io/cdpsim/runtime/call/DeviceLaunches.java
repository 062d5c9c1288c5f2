package io.cdpsim.runtime.call;

import io.cdpsim.gpu.Gpu;
import io.cdpsim.gpu.block.Block;
import io.cdpsim.gpu.block.Warp;
import io.cdpsim.gpu.call.DeviceCalls;
import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.call.CallRole;
import io.cdpsim.kernel.call.DeviceCall;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.ParameterLayout;
import io.cdpsim.observe.DeviceEvents;
import io.cdpsim.runtime.cost.LaunchCallCosts;
import io.cdpsim.runtime.launch.GridTable;
import io.cdpsim.runtime.launch.GridTable.GridKind;
import io.cdpsim.runtime.launch.ParameterBuffer;
import io.cdpsim.runtime.launch.PendingLaunchPool;
import io.cdpsim.runtime.launch.PendingLaunchPool.PoolSlot;
import io.cdpsim.runtime.launch.PoolSearches;
import io.cdpsim.runtime.launch.RuntimeMetrics;
import io.cdpsim.runtime.launch.StreamTable.StreamKind;
import io.cdpsim.runtime.settings.NondeterministicChoices;
import io.cdpsim.runtime.version.CdpRules;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.warp.Lanes;
import org.jspecify.annotations.Nullable;

/** Launches by device code: each active lane posts one grid (rules LNCH-1, LNCH-12). */
public final class DeviceLaunches {
    private final DeviceContext device;
    private final Gpu gpu;
    private final CdpRules rules;
    private final ThreadErrors errors;
    private final LaunchSystem work;
    private final GridTable grids;
    private final PendingLaunchPool pool;
    private final ParameterBuffers buffers;
    private final KernelAddresses addresses;
    private final LaunchChecks checks;
    private final RuntimeMetrics metrics;
    private final DeviceEvents events;
    private final LaunchCallCosts calls;
    private final NondeterministicChoices choices;
    private final int maxDepth;

    private final FullPoolHang fullPoolHang;
    private final PoolSearches searches = new PoolSearches();

    public DeviceLaunches(
            DeviceContext device,
            LaunchSystem work,
            LaunchChecks checks,
            ThreadErrors errors,
            ParameterBuffers buffers,
            KernelAddresses addresses,
            RuntimeMetrics metrics) {
        this.device = device;
        this.work = work;
        this.checks = checks;
        this.errors = errors;
        this.buffers = buffers;
        this.addresses = addresses;
        this.metrics = metrics;
        gpu = device.gpu();
        rules = device.rules();
        events = device.events();
        choices = device.choices();
        grids = work.grids();
        pool = work.pool();
        calls = new LaunchCallCosts(device.engine(), device.profile().launch());
        fullPoolHang = new FullPoolHang(device.profile().launch().pool().hang(), pool, choices, events);
        maxDepth = rules.maxGridDepth(device.profile().limits());
    }

    /**
     * The cycle at which a launch call can execute, or {@link DeviceCalls#BLOCKED} until it had its turns with other warps: these come first while the
     * pool has a slot for each lane, otherwise the warp searches the pool for slots released meanwhile.
     */
    public long turn(Warp warp, Instruction in, int lanes, long now) {
        int count = Integer.bitCount(lanes);
        if (calls.hadTurns(warp.id())) {
            return now;
        }
        if (pool.freeSlots() >= count) {
            StreamKind kind = DeviceStreams.kindOf(
                    CallArguments.argument(warp, in, CallRole.STREAM, Integer.numberOfTrailingZeros(lanes)));
            boolean canRun = calls.takeTurns(kind, warp.id(), warp.block().sm(), now, count, end -> {
                gpu.countLaunchCycles(warp, now, end);
                gpu.resume(warp, end);
            });
            if (canRun) {
                return now;
            }
            pool.reserve(count);
            return DeviceCalls.BLOCKED;
        }
        long end = searches.end(warp.id());
        if (end == PoolSearches.NONE) {
            end = calls.searchEnd(now, pool.fixedSlots());
            if (end <= now) {
                // The profile has no search time: a refused call takes as long as others.
                return now;
            }
            searches.start(warp.id(), end);
            gpu.countLaunchCycles(warp, now, end);
        }
        return Math.max(now, end);
    }

    /**
     * Executes a launch call. @return the cycle at which the calls of all lanes have returned, or {@link DeviceCalls#BLOCKED} if
     * they never do
     */
    public long launch(Warp warp, Instruction in, int lanes, long now) {
        Modifiers.Device call = CallArguments.call(in);
        long end = now;
        long start = now;
        int[] order = choices.laneOrder(lanes);
        int count = Integer.bitCount(lanes);
        boolean hadTurns = calls.endTurns(warp.id());
        if (hadTurns) {
            pool.reserve(-count);
        }
        int accepted = (int) Math.min(count, pool.freeSlots());
        long used = pool.used();
        boolean searched = searches.finish(warp.id());
        boolean nested = grids.depth(warp.block().grid().node()) > 0;
        boolean hung = false;
        // Rules LNCH-1, LNCH-2 and LNCH-12: each lane launches for itself, in an unspecified order.
        for (int i = 0; i < count; i++) {
            int lane = order[i];
            long stream = CallArguments.argument(warp, in, CallRole.STREAM, lane);
            StreamKind kind = DeviceStreams.kindOf(stream);
            if (i == 0) {
                start = calls.start(kind, hadTurns, now, accepted);
            }
            // All lanes post at the end of the call. After a search, refused lanes take no further time.
            long posted =
                    start + (searched && accepted == 0 ? 0 : calls.cycles(kind, searched ? accepted : count, used));
            metrics.childLaunches++;
            LaunchRequest request = request(warp, in, lane);
            Kernel kernel = request.kernel();
            LaunchShape shape = request.shape();
            CudaError error = kernel == null ? request.error() : check(warp, lane, kernel, shape, stream, call);
            // Rules POOL-8 and FAF-8: the pool allocates a slot or refuses the launch, at once.
            PoolSlot slot = error == CudaError.SUCCESS ? pool.allocate() : PoolSlot.NONE;
            if (slot == PoolSlot.REFUSED || slot == PoolSlot.VIRTUALIZED) {
                events.poolOverflows(warp.block().grid().number(), request.name(), slot == PoolSlot.REFUSED, posted);
            }
            if (slot == PoolSlot.REFUSED) {
                error = rules.poolFullError();
                hung |= rules.hasSpecialStreams()
                        && fullPoolHang.hangs(warp, request.name(), kind, count, nested, posted);
            }
            // Rule TAIL-12: a refused launch, tail launches included, is in no list.
            if (error == CudaError.SUCCESS && kernel != null) {
                // Rule POOL-4.
                posted += slot == PoolSlot.VIRTUALIZED ? calls.virtualizedCycles() : 0;
                post(warp, in, lane, kernel, shape, stream, call.perThreadDefaultStream(), slot, posted, i == 0);
            } else {
                failed(warp, request, error, slot == PoolSlot.REFUSED, posted);
                if (request.buffer() != 0) {
                    buffers.free(request.buffer());
                }
            }
            // Rules ERR-2 and LNCH-5: the code says only whether the launch was accepted.
            errors.report(warp, in, lane, error);
            end = Math.max(end, posted);
        }
        gpu.countLaunchCycles(warp, now, end);
        // Rule TAIL-11: the thread continues.
        return hung ? DeviceCalls.BLOCKED : end + choices.returnDelayCycles();
    }

    /** A description of a launch into a full pool that never returns; empty if there is none. */
    public String hung() {
        return fullPoolHang.hung();
    }

    /** The launch that a lane requests; without a kernel, the error says why. */
    private record LaunchRequest(@Nullable Kernel kernel, LaunchShape shape, long buffer, CudaError error) {
        private static final LaunchShape NO_SHAPE = new LaunchShape(0, 0, 0, 0, 0, 0, 0);

        /** The name of the kernel, for reports. */
        String name() {
            return kernel == null ? "no kernel" : kernel.name();
        }
    }

    private LaunchRequest request(Warp warp, Instruction in, int lane) {
        if (CallArguments.call(in).call() == DeviceCall.LAUNCH_BUFFER_V2) {
            long buffer = CallArguments.argument(warp, in, CallRole.PARAMETER_BUFFER, lane);
            ParameterBuffers.Prepared prepared = buffers.launch(buffer);
            return prepared == null
                    ? new LaunchRequest(null, LaunchRequest.NO_SHAPE, 0, CudaError.INVALID_VALUE)
                    : new LaunchRequest(prepared.kernel(), prepared.shape(), buffer, CudaError.SUCCESS);
        }
        return new LaunchRequest(
                addresses.callee(warp, in, lane), shape(warp, in, lane), 0, CudaError.INVALID_DEVICE_FUNCTION);
    }

    private void failed(Warp warp, LaunchRequest request, CudaError error, boolean poolWasFull, long time) {
        metrics.launchFailed(errors.code(error), poolWasFull);
        events.launchFailed(warp.block().grid().number(), request.name(), errors.code(error), time);
    }

    /**
     * {@code cudaGetParameterBufferV2}: each lane gets a buffer for a launch. The measured time of a launch includes it, so it
     * takes no time of its own. Lanes that get no buffer do not launch, and take the time of a refused launch.
     *
     * @return the cycle at which the call returns
     */
    public long prepare(Warp warp, Instruction in, int lanes, long now) {
        LaunchRequest[] refused = new LaunchRequest[Lanes.COUNT];
        int failing = 0;
        for (int m = lanes; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            LaunchRequest request = request(warp, in, lane);
            Kernel kernel = request.kernel();
            CudaError error = kernel == null ? request.error() : checks.checkDeviceLaunch(kernel, request.shape());
            long buffer = error == CudaError.SUCCESS && kernel != null ? buffers.prepare(kernel, request.shape()) : 0;
            if (buffer == 0) {
                refused[lane] = new LaunchRequest(
                        kernel,
                        request.shape(),
                        0,
                        error == CudaError.SUCCESS ? CudaError.LAUNCH_OUT_OF_RESOURCES : error);
                failing |= 1 << lane;
            }
            CallArguments.result(warp, in, CallRole.PARAMETER_BUFFER, lane, buffer);
        }
        if (failing == 0) {
            return now;
        }
        int count = Integer.bitCount(failing);
        long end = calls.start(StreamKind.NULL, false, now, count) + calls.cycles(StreamKind.NULL, count, pool.used());
        for (int m = failing; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            LaunchRequest request = refused[lane];
            metrics.childLaunches++;
            failed(warp, request, request.error(), false, end);
            errors.report(warp, in, lane, request.error());
        }
        gpu.countLaunchCycles(warp, now, end);
        return end;
    }

    /** Checks a launch, except for the pool (rule LNCH-6). */
    private CudaError check(Warp warp, int lane, Kernel kernel, LaunchShape shape, long handle, Modifiers.Device call) {
        CudaError error = checks.checkDeviceLaunch(kernel, shape);
        if (error != CudaError.SUCCESS) {
            return error;
        }
        // Rule LNCH-4: the thread must own the stream.
        Block block = warp.block();
        if (DeviceStreams.isSpecial(handle)) {
            // Rule TAIL-12, O-3: a buffer that was requested without its kernel is none for a tail.
            boolean isTailOfPlainBuffer =
                    handle == DeviceStreams.TAIL_LAUNCH && call.call() == DeviceCall.LAUNCH_BUFFER;
            if (!rules.hasSpecialStreams() || isTailOfPlainBuffer) {
                return CudaError.INVALID_VALUE;
            }
        } else if (work.streams().resolve(warp, lane, handle, call.perThreadDefaultStream()) < 0) {
            return CudaError.INVALID_VALUE;
        }
        // Rules DEPTH-3, DEPTH-4 and DEPTH-9: only the nesting limit counts, if there is one.
        return grids.depth(block.grid().node()) + 1 > maxDepth
                ? CudaError.LAUNCH_MAX_DEPTH_EXCEEDED
                : CudaError.SUCCESS;
    }

    private void post(
            Warp warp,
            Instruction in,
            int lane,
            Kernel kernel,
            LaunchShape shape,
            long handle,
            boolean perThreadDefault,
            PoolSlot slot,
            long posted,
            boolean firstOfCall) {
        Block block = warp.block();
        // A thread that keeps launching is not stuck, even if the launches only join a stream.
        gpu.progressed();
        GridKind kind = handle == DeviceStreams.TAIL_LAUNCH
                ? GridKind.TAIL_GRID
                : handle == DeviceStreams.FIRE_AND_FORGET ? GridKind.FIRE_AND_FORGET_GRID : GridKind.STREAM_GRID;
        int entry = work.add(kind, block);
        device.limits().growStack(kernel.attributes().localBytes());
        grids.describe(entry, kernel, shape, parameters(warp, in, lane, kernel.parameters()));
        work.setPoolSlot(entry, slot, posted, block.launches());
        int stream = kind == GridKind.STREAM_GRID ? work.streams().resolve(warp, lane, handle, perThreadDefault) : -1;
        events.gridPosted(
                grids.number(entry),
                block.grid().number(),
                kernel.name(),
                kind.launchKind(),
                stream,
                grids.depth(entry),
                shape.blocks(),
                shape.threadsPerBlock(),
                posted);
        int joined = Math.max(0, stream);
        work.join(entry, block, joined);
        if (work.visibility() != null) {
            work.visibility().posted(entry, joined, warp, lane, kernel);
        }
        work.tree().posted(entry, firstOfCall);
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

    /** The parameters at the time of the launch (rules PARM-1, PARM-5). */
    private byte[] parameters(Warp warp, Instruction in, int lane, ParameterLayout layout) {
        if (CallArguments.has(in, CallRole.PARAMETER_BUFFER)) {
            return buffers.capture(
                    CallArguments.argument(warp, in, CallRole.PARAMETER_BUFFER, lane), layout.totalBytes());
        }
        byte[] bytes = new byte[layout.totalBytes()];
        for (int i = 0; i < layout.count(); i++) {
            long value = CallArguments.kernelParameter(warp, in, i, lane);
            ParameterBuffer.put(
                    bytes, layout.offsetsBytes().get(i), layout.types().get(i), value);
        }
        return bytes;
    }
}
