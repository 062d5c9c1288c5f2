package io.cdpsim.runtime.call;

import io.cdpsim.gpu.Gpu;
import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.gpu.sm.Block;
import io.cdpsim.gpu.sm.DeviceCalls;
import io.cdpsim.gpu.sm.Warp;
import io.cdpsim.kernel.call.CallRole;
import io.cdpsim.kernel.call.DeviceCall;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.ParameterLayout;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.memory.LittleEndian;
import io.cdpsim.observe.DeviceEvents;
import io.cdpsim.runtime.cost.LaunchCallCosts;
import io.cdpsim.runtime.cost.LaunchCosts;
import io.cdpsim.runtime.launch.GridTable;
import io.cdpsim.runtime.launch.GridTable.GridKind;
import io.cdpsim.runtime.launch.PendingLaunchPool;
import io.cdpsim.runtime.launch.PendingLaunchPool.PoolSlot;
import io.cdpsim.runtime.launch.RuntimeMetrics;
import io.cdpsim.runtime.launch.StreamTable.StreamKind;
import io.cdpsim.runtime.settings.NondeterministicChoices;
import io.cdpsim.runtime.version.CdpRules;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.warp.Lanes;
import java.util.Arrays;
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
    private final LaunchCosts costs;
    private final LaunchCallCosts calls;
    private final NondeterministicChoices choices;
    private final int deepest;
    private final FullPoolHang full;
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
        costs = work.costs();
        calls = new LaunchCallCosts(device.profile().launch());
        full = new FullPoolHang(device.profile().launch().pool().hang(), pool, choices, events);
        deepest = rules.deepestGrid(device.profile().limits());
    }

    /**
     * When a launch statement can be run: at once while the pool has a place for each lane, else when the warp has looked through the pool for
     * places that were given back meanwhile.
     */
    public long turn(Warp warp, int lanes, long now) {
        if (pool.freeSlots() >= Integer.bitCount(lanes)) {
            return now;
        }
        long end = searches.end(warp);
        if (end == PoolSearches.NONE) {
            end = calls.searchEnd(now, pool.fixedSlots());
            if (end <= now) {
                // Nothing is known of a search: a call that is refused takes as long as others.
                return now;
            }
            searches.begins(warp, end);
            gpu.countLaunchCycles(warp, now, end);
        }
        return Math.max(now, end);
    }

    /** Runs a launch statement. @return when the calls of all lanes have returned, or {@link DeviceCalls#BLOCKED} if they never do */
    public long launch(Warp warp, Instruction in, int lanes, long now) {
        Modifiers.Device call = CallArguments.call(in);
        long end = now;
        long begin = now;
        int[] order = choices.laneOrder(lanes);
        int count = Integer.bitCount(lanes);
        int placed = (int) Math.min(count, pool.freeSlots());
        boolean searched = searches.ends(warp);
        long tailOverflow = 0;
        boolean nested = grids.depth(warp.block().grid().node()) > 0;
        boolean hung = false;
        // Rules LNCH-1, LNCH-2 and LNCH-12: each lane launches for itself, in an order that nobody promises.
        for (int i = 0; i < count; i++) {
            int lane = order[i];
            long stream = CallArguments.argument(warp, in, CallRole.STREAM, lane);
            StreamKind kind = DeviceStreams.kindOf(stream);
            if (kind == StreamKind.TAIL && i < placed) {
                tailOverflow += costs.tailOverflowCycles(warp.block().grid().node());
            }
            if (i == 0) {
                begin = calls.start(kind, warp.block().sm(), now, placed);
            }
            // All lanes post at the end of the call.
            // One that finds no place has nothing left to do.
            long posted = begin
                    + (searched && placed == 0 ? 0 : calls.cycles(kind, searched ? placed : count))
                    + tailOverflow;
            metrics.childLaunches++;
            Wanted wanted = wanted(warp, in, lane);
            Kernel kernel = wanted.kernel();
            LaunchShape shape = wanted.shape();
            CudaError error = kernel == null
                    ? wanted.error()
                    : check(warp, lane, kernel, shape, stream, call.perThreadDefaultStream());
            // Rules POOL-8 and FAF-8: a place or none, at once.
            PoolSlot slot = error == CudaError.SUCCESS ? pool.allocate() : PoolSlot.NONE;
            if (slot == PoolSlot.REFUSED || slot == PoolSlot.VIRTUALIZED) {
                events.poolOverflows(warp.block().grid().number(), wanted.name(), slot == PoolSlot.REFUSED, posted);
            }
            if (slot == PoolSlot.REFUSED) {
                error = rules.poolFull();
                hung |= rules.offersSpecialStreams() && full.hangs(warp, wanted.name(), kind, count, nested, posted);
            }
            // Rule TAIL-12: what is refused here, a tail too, is in no list.
            if (error == CudaError.SUCCESS && kernel != null) {
                // Rule POOL-4.
                posted += slot == PoolSlot.VIRTUALIZED ? calls.virtualizedCycles() : 0;
                post(warp, in, lane, kernel, shape, stream, call.perThreadDefaultStream(), slot, posted, i == 0);
            } else {
                failed(warp, wanted, error, slot == PoolSlot.REFUSED, posted);
                if (wanted.buffer() != 0) {
                    buffers.giveBack(wanted.buffer());
                }
            }
            // Rules ERR-2 and LNCH-5: whether it was accepted, and no more.
            errors.report(warp, in, lane, error);
            end = Math.max(end, posted);
        }
        gpu.countLaunchCycles(warp, now, end);
        // Rule TAIL-11: the thread goes on.
        return hung ? DeviceCalls.BLOCKED : end + choices.returnDelayCycles();
    }

    /** In words, a launch into a full pool that never returns; empty if there is none. */
    public String hung() {
        return full.hung();
    }

    /** What a lane wants to launch; where there is no kernel, the error says why. */
    private record Wanted(@Nullable Kernel kernel, LaunchShape shape, long buffer, CudaError error) {
        private static final LaunchShape NO_SHAPE = new LaunchShape(0, 0, 0, 0, 0, 0, 0);

        /** Its name, for reports. */
        String name() {
            return kernel == null ? "no kernel" : kernel.name();
        }
    }

    private Wanted wanted(Warp warp, Instruction in, int lane) {
        if (CallArguments.call(in).call() == DeviceCall.LAUNCH_BUFFER_V2) {
            long buffer = CallArguments.argument(warp, in, CallRole.PARAMETER_BUFFER, lane);
            ParameterBuffers.Prepared prepared = buffers.launch(buffer);
            return prepared == null
                    ? new Wanted(null, Wanted.NO_SHAPE, 0, CudaError.INVALID_VALUE)
                    : new Wanted(prepared.kernel(), prepared.shape(), buffer, CudaError.SUCCESS);
        }
        return new Wanted(
                addresses.callee(warp, in, lane), shape(warp, in, lane), 0, CudaError.INVALID_DEVICE_FUNCTION);
    }

    private void failed(Warp warp, Wanted wanted, CudaError error, boolean poolWasFull, long time) {
        metrics.launchFailed(errors.code(error), poolWasFull);
        events.launchFailed(warp.block().grid().number(), wanted.name(), errors.code(error), time);
    }

    /**
     * {@code cudaGetParameterBufferV2}: each lane gets a buffer for a launch. That takes no time of its own, since what is measured of a
     * launch includes it; lanes that get none do not go on to launch, and take the time of a launch that is refused.
     *
     * @return when the call has returned
     */
    public long prepare(Warp warp, Instruction in, int lanes, long now) {
        Wanted[] refused = new Wanted[Lanes.COUNT];
        int failing = 0;
        for (int m = lanes; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            Wanted wanted = wanted(warp, in, lane);
            Kernel kernel = wanted.kernel();
            CudaError error = kernel == null ? wanted.error() : checks.checkDeviceLaunch(kernel, wanted.shape());
            long buffer = error == CudaError.SUCCESS && kernel != null ? buffers.prepare(kernel, wanted.shape()) : 0;
            if (buffer == 0) {
                refused[lane] = new Wanted(
                        kernel,
                        wanted.shape(),
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
        long end = calls.start(StreamKind.NULL, warp.block().sm(), now, count) + calls.cycles(StreamKind.NULL, count);
        for (int m = failing; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            Wanted wanted = refused[lane];
            metrics.childLaunches++;
            failed(warp, wanted, wanted.error(), false, end);
            errors.report(warp, in, lane, wanted.error());
        }
        gpu.countLaunchCycles(warp, now, end);
        return end;
    }

    /** Everything that can forbid a launch, the pool aside (rule LNCH-6). */
    private CudaError check(
            Warp warp, int lane, Kernel kernel, LaunchShape shape, long handle, boolean perThreadDefault) {
        CudaError error = checks.checkDeviceLaunch(kernel, shape);
        if (error != CudaError.SUCCESS) {
            return error;
        }
        // Rule LNCH-4: the stream must be its own.
        Block block = warp.block();
        if (DeviceStreams.isSpecial(handle)) {
            if (!rules.offersSpecialStreams()) {
                return CudaError.INVALID_VALUE;
            }
        } else if (work.streams().resolve(warp, lane, handle, perThreadDefault) < 0) {
            return CudaError.INVALID_VALUE;
        }
        // Rules DEPTH-3, DEPTH-4 and DEPTH-9: only the nesting limit counts, where there is one.
        return grids.depth(block.grid().node()) + 1 > deepest ? CudaError.LAUNCH_MAX_DEPTH_EXCEEDED : CudaError.SUCCESS;
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
        // Also where it only joins a stream: a thread that goes on launching is not stuck.
        gpu.progressed();
        GridKind kind = handle == DeviceStreams.TAIL_LAUNCH
                ? GridKind.TAIL_GRID
                : handle == DeviceStreams.FIRE_AND_FORGET ? GridKind.FIRE_AND_FORGET_GRID : GridKind.STREAM_GRID;
        int entry = work.add(kind, block);
        device.limits().growStack(kernel.attributes().localBytes());
        grids.describe(entry, kernel, shape, parameters(warp, in, lane, kernel.parameters()));
        work.setPoolSlot(entry, slot, posted);
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
        work.join(entry, block, Math.max(0, stream));
        if (work.visibility() != null) {
            work.visibility().posted(entry, warp, lane, kernel);
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

    /** Parameters are kept as they are at the launch, wherever they come from (rules PARM-1, PARM-5). */
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

    /** Until when warps look through a full pool for a place. */
    static final class PoolSearches {
        /** The warp does not look for anything. */
        static final long NONE = -1;

        /** By the number of a warp on its device. */
        private long[] ends = new long[0];

        void begins(Warp warp, long end) {
            int before = ends.length;
            if (warp.id() >= before) {
                ends = Arrays.copyOf(ends, Math.max(2 * before, warp.id() + 1));
                Arrays.fill(ends, before, ends.length, NONE);
            }
            ends[warp.id()] = end;
        }

        /** When the warp has looked at all; {@link #NONE} if it does not look. */
        long end(Warp warp) {
            return warp.id() < ends.length ? ends[warp.id()] : NONE;
        }

        /** The warp looks no longer. @return whether it did */
        boolean ends(Warp warp) {
            boolean looked = end(warp) != NONE;
            if (looked) {
                ends[warp.id()] = NONE;
            }
            return looked;
        }
    }
}
