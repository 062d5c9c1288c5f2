package io.cdpsim.runtime;

import io.cdpsim.engine.Engine;
import io.cdpsim.gpu.Block;
import io.cdpsim.gpu.DeviceFault;
import io.cdpsim.gpu.DeviceRuntime;
import io.cdpsim.gpu.Gpu;
import io.cdpsim.gpu.Grid;
import io.cdpsim.gpu.LaunchShape;
import io.cdpsim.gpu.VisibilityFeed;
import io.cdpsim.gpu.Warp;
import io.cdpsim.kernel.Detail;
import io.cdpsim.kernel.DeviceCall;
import io.cdpsim.kernel.Instruction;
import io.cdpsim.kernel.Kernel;
import io.cdpsim.memory.AddressSpace;
import io.cdpsim.memory.PagedMemory;
import io.cdpsim.observe.ExecutionListener;
import io.cdpsim.profile.CdpSupport;
import io.cdpsim.profile.DeviceApiSpec;
import io.cdpsim.profile.GpuProfile;
import org.jspecify.annotations.Nullable;

/**
 * The device runtime of one device: runs the calls of device code and keeps the launch tree.
 *
 * <p>Rules API-2, ENV-1, ENV-4, ERR-2, ERR-5, EVT-2, LNCH-2, MEM-4, NEST-7, POOL-10, PRNT-3, STR-9 and SYNC-5.
 */
final class CdpRuntime implements DeviceRuntime {
    private static final int EVENT_DISABLE_TIMING = 2;

    private final Engine engine;
    private final Gpu gpu;
    private final ExecutionListener listener;
    private final GpuProfile profile;
    private final CudaVersion version;
    private final int ordinal;
    private final CdpRules rules;
    private final GridTable grids;
    private final StreamTable streamTable = new StreamTable();
    private final PendingLaunchPool pool;
    private final LaunchTree tree;
    private final DeviceStreams streams;
    private final DeviceLaunches launches;
    private final DeviceMemoryOperations memoryOperations;
    private final LaunchRecords records;
    private final ParameterBuffers buffers;
    private final @Nullable LaunchVisibility visibility;
    private final DeviceQueries queries;
    private final DeviceHeap heap;
    private final DeviceLimits limits;
    private final KernelLoader loader;
    private final PrintfFifo printed;
    private final CallLock fifoLock = new CallLock();
    private final CallLock heapLock = new CallLock();
    private final LoadedCode code;
    private final PointerWarnings pointers;
    private final RuntimeMetrics metrics = new RuntimeMetrics();
    private final DeviceApiSpec costs;
    private @Nullable DeviceFault fault;
    private boolean eccError;

    CdpRuntime(
            Engine engine,
            Gpu gpu,
            PagedMemory global,
            MachineSettings settings,
            int ordinal,
            long memoryBudgetBytes,
            ExecutionListener listener) {
        this.engine = engine;
        this.gpu = gpu;
        this.listener = listener;
        this.profile = gpu.profile();
        this.version = settings.cuda();
        this.ordinal = ordinal;
        this.costs = profile.deviceApi();
        rules = rules(settings);
        LaunchFreedom freedom = new LaunchFreedom(settings.policy(), settings.seed() + ordinal);
        limits = new DeviceLimits(profile, global);
        pool = new PendingLaunchPool(
                limits.pendingLaunches(),
                () -> rules.virtualizedPlaces(profile.limits()),
                profile.l2().bytes() / Math.max(1, profile.limits().bytesPerPendingSlot()));
        grids = new GridTable(memoryBudgetBytes);
        tree = new LaunchTree(engine, gpu, listener, grids, streamTable, pool, metrics, freedom);
        VisibilityFeed feed = gpu.visibility();
        visibility = feed == null ? null : new LaunchVisibility(feed, grids, streamTable, rules);
        streams = new DeviceStreams(
                streamTable, grids, tree, rules, engine, listener, feed == null ? null : feed.checker());
        records = new LaunchRecords(engine, gpu, grids, rules.offers(DeviceCall.DEVICE_SYNCHRONIZE), listener);
        tree.onLaunchRecordReleased(
                (record, number) -> records.completed(record, number, engine.now() + costs.deviceSynchronizeCycles()));
        buffers = new ParameterBuffers(global, profile.limits().parameterBytes());
        queries = new DeviceQueries(settings, global, listener);
        launches = new DeviceLaunches(
                gpu,
                rules,
                version,
                grids,
                tree,
                streams,
                pool,
                records,
                buffers,
                metrics,
                listener,
                freedom,
                limits,
                visibility);
        memoryOperations = new DeviceMemoryOperations(
                engine, gpu, global, grids, tree, streams, pool, records, rules, freedom, visibility);
        heap = new DeviceHeap(global, profile.limits(), limits);
        printed = new PrintfFifo(limits);
        code = new LoadedCode(listener);
        pointers = new PointerWarnings(listener, settings.strict());
        loader = new KernelLoader(settings);
    }

    private static CdpRules rules(MachineSettings settings) {
        CdpRules cdp1 = new Cdp1Rules(settings.cuda());
        CdpRules cdp2 = new Cdp2Rules(settings.strict());
        if (settings.versions().runsBoth()) {
            return new RulesByKernel(settings.versions(), cdp1, cdp2);
        }
        return settings.profile().cdp() == CdpSupport.CDP1 ? cdp1 : cdp2;
    }

    LaunchTree tree() {
        return tree;
    }

    GridTable grids() {
        return grids;
    }

    PendingLaunchPool pool() {
        return pool;
    }

    DeviceStreams streams() {
        return streams;
    }

    DeviceLimits limits() {
        return limits;
    }

    RuntimeMetrics metrics() {
        return metrics;
    }

    /** Loads a kernel and the kernels it names. @throws KernelLoadException if the device cannot run one of them */
    void load(Kernel kernel) {
        loader.load(kernel);
        code.add(kernel, engine.now());
    }

    /** The host changes constants while grids run. */
    void constantsChangeUnderGrids() {
        listener.warning(
                "MEM-8",
                "the host changes constant memory while a grid runs; what the grid's reads give is undefined;"
                        + " synchronise first",
                engine.now());
    }

    /** What has been printed since the last flush (rule PRNT-2). */
    String flushPrinted() {
        return printed.flush();
    }

    /** Sets the size of the device heap (rule HEAP-1). */
    CudaError setHeapBytes(long bytes) {
        return limits.setHeapBytes(bytes, code.allocates());
    }

    /** Sets the size of the printf FIFO (rule PRNT-1). */
    CudaError setPrintfFifoBytes(long bytes) {
        return limits.setPrintfFifoBytes(bytes, code.prints());
    }

    CdpRules rules() {
        return rules;
    }

    /** The fault that ended everything on this device, if any. */
    @Nullable
    DeviceFault fault() {
        return fault;
    }

    /** Why a launch of the host cannot be met, in words. */
    String reasonAgainstHostLaunch(Kernel kernel, LaunchShape shape) {
        return new LaunchChecks(profile, rules).reason(kernel, shape);
    }

    /** Memory loses bits that cannot be restored; the launch trees go on (rule ERR-6). */
    void loseBits() {
        eccError = true;
    }

    /** Whether memory has lost bits since this was last asked. */
    boolean takeEccError() {
        boolean lost = eccError;
        eccError = false;
        return lost;
    }

    /** Whether a launch of the host can be met. */
    CudaError checkHostLaunch(Kernel kernel, LaunchShape shape) {
        rules.enter(kernel);
        limits.growStack(kernel.attributes().localBytes());
        if (profile.limits().reservesSyncWhenUsed()
                && CallGraph.reaches(kernel, DeviceCall.DEVICE_SYNCHRONIZE)
                && limits.programSynchronizes() != CudaError.SUCCESS) {
            return CudaError.MEMORY_ALLOCATION;
        }
        return new LaunchChecks(profile, rules).check(kernel, shape);
    }

    /** The host has posted a grid. */
    void posted(int entry, Kernel kernel, LaunchShape shape) {
        listener.gridPosted(grids.number(entry), 0, kernel.name(), 0, shape.blocks(), engine.now());
        tree.posted(entry);
    }

    /** Sets the pending-launch limit; {@code busy} if the device runs programs. */
    CudaError setPendingLaunchLimit(long count, boolean busy) {
        CudaError forbidden = busy ? rules.limitChangedWhileRunning() : CudaError.SUCCESS;
        if (forbidden != CudaError.SUCCESS) {
            return forbidden;
        }
        CudaError error = limits.setPendingLaunches(count);
        pool.resize(limits.pendingLaunches());
        return error;
    }

    /** Sets the synchronisation depth; {@code busy} if the device runs programs. */
    CudaError setSyncDepth(int levels, boolean busy) {
        CudaError forbidden = busy ? rules.limitChangedWhileRunning() : CudaError.SUCCESS;
        return forbidden == CudaError.SUCCESS ? limits.setSyncDepth(levels) : forbidden;
    }

    @Override
    public Grid admit(int node) {
        return tree.admit(node);
    }

    @Override
    public void blockEnded(Block block, long nowCycles) {
        streams.blockEnded(block);
        records.blockEnded(block);
    }

    @Override
    public void gridBodyEnded(Grid grid, long nowCycles) {
        tree.bodyEnded(grid.node(), nowCycles);
    }

    @Override
    public void faulted(DeviceFault deviceFault, long nowCycles) {
        if (fault == null) {
            fault = deviceFault;
        }
    }

    @Override
    public long call(Warp warp, Instruction in, int lanes, long now) {
        Detail.Device device = CallArguments.call(in);
        DeviceCall call = device.call();
        rules.enter(warp.block().grid().kernel());
        if (call.isLaunch()) {
            return launches.launch(warp, in, lanes, now);
        }
        if (call == DeviceCall.DEVICE_SYNCHRONIZE) {
            return synchronize(warp, in, lanes, now);
        }
        long end = end(call, lanes, now);
        for (int m = lanes; m != 0; m &= m - 1) {
            runLane(warp, in, device, Integer.numberOfTrailingZeros(m), end);
        }
        return end;
    }

    @Override
    public long print(Warp warp, Instruction in, int lanes, long now) {
        Detail.Print print = (Detail.Print) in.detail();
        for (int m = lanes; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            String text = PrintfFormat.format(
                    print.format(),
                    print.types(),
                    i -> warp.state().value(print.arguments().get(i), lane),
                    queries::stringAt);
            printed.add(text, print.arguments().size());
            CallArguments.result(warp, in, 0, lane, print.arguments().size());
        }
        // Output is a change that somebody sees: a thread that prints is not stuck.
        gpu.progressed();
        return fifoLock.pass(costs.printf(), now, Integer.bitCount(lanes));
    }

    @Override
    public void foreignAddress(Warp warp, Instruction in, AddressSpace space, long now) {
        pointers.foreignAddress(warp, in, space, now);
    }

    @Override
    public boolean storesToConstant(Warp warp, Instruction in, long now) {
        return pointers.storesToConstant(warp, in, now);
    }

    private long end(DeviceCall call, int lanes, long now) {
        return switch (call) {
            case MALLOC, CUDA_MALLOC -> heapLock.pass(costs.malloc(), now, Integer.bitCount(lanes));
            case FREE, CUDA_FREE -> now + costs.free().callCycles(Integer.bitCount(lanes));
            default -> now + cost(call);
        };
    }

    private int cost(DeviceCall call) {
        return switch (call) {
            case STREAM_CREATE -> costs.streamCreateCycles();
            case STREAM_DESTROY -> costs.streamDestroyCycles();
            case EVENT_CREATE -> costs.eventCreateCycles();
            case EVENT_DESTROY -> costs.eventDestroyCycles();
            case EVENT_RECORD, EVENT_RECORD_WITH_FLAGS -> costs.eventRecordCycles();
            case STREAM_WAIT_EVENT -> costs.streamWaitEventCycles();
            case GET_LAST_ERROR, PEEK_AT_LAST_ERROR -> costs.getLastErrorCycles();
            case MEMCPY_ASYNC, MEMCPY_2D_ASYNC, MEMCPY_3D_ASYNC -> costs.memcpyCycles();
            case MEMSET_ASYNC, MEMSET_2D_ASYNC, MEMSET_3D_ASYNC -> costs.memsetCycles();
            case GET_DEVICE -> costs.getDeviceCycles();
            case GET_LIMIT,
                    GET_CACHE_CONFIG,
                    GET_DEVICE_COUNT,
                    RUNTIME_GET_VERSION,
                    DEVICE_GET_ATTRIBUTE,
                    FUNC_GET_ATTRIBUTES,
                    OCCUPANCY_MAX_ACTIVE_BLOCKS_PER_MULTIPROCESSOR,
                    OCCUPANCY_MAX_ACTIVE_BLOCKS_PER_MULTIPROCESSOR_WITH_FLAGS,
                    DEVICE_GET_SHARED_MEM_CONFIG,
                    GET_ERROR_NAME,
                    GET_ERROR_STRING -> costs.getAttributeCycles();
            // What is measured of a launch includes that the compiled code fetches its buffer.
            case LAUNCH, LAUNCH_BUFFER, GET_PARAMETER_BUFFER, DEVICE_SYNCHRONIZE -> 0;
            case MALLOC, CUDA_MALLOC, FREE, CUDA_FREE -> throw new IllegalStateException(call + " waits for others");
        };
    }

    private void runLane(Warp warp, Instruction in, Detail.Device device, int lane, long end) {
        Block block = warp.block();
        boolean perThread = device.perThreadDefaultStream();
        switch (device.call()) {
            case STREAM_CREATE -> {
                boolean valid = rules.acceptsStreamFlags((int) argument(warp, in, 0, lane));
                CallArguments.result(warp, in, 1, lane, valid ? streams.create(block) : 0);
                report(warp, in, lane, valid ? CudaError.SUCCESS : CudaError.INVALID_VALUE);
            }
            case STREAM_DESTROY -> report(warp, in, lane, streams.destroy(warp, lane, argument(warp, in, 0, lane)));
            case EVENT_CREATE -> createEvent(warp, in, lane);
            case EVENT_DESTROY -> report(warp, in, lane, streams.destroyEvent(block, argument(warp, in, 0, lane)));
            case EVENT_RECORD, EVENT_RECORD_WITH_FLAGS ->
                report(warp, in, lane, recordEvent(warp, in, lane, perThread));
            case STREAM_WAIT_EVENT -> report(warp, in, lane, waitEvent(warp, in, lane, perThread));
            case GET_LAST_ERROR -> {
                peek(warp, in, lane);
                warp.lastError()[lane] = 0;
            }
            case PEEK_AT_LAST_ERROR -> peek(warp, in, lane);
            case MEMCPY_ASYNC, MEMCPY_2D_ASYNC, MEMCPY_3D_ASYNC, MEMSET_ASYNC, MEMSET_2D_ASYNC, MEMSET_3D_ASYNC ->
                report(warp, in, lane, memoryOperations.post(warp, in, lane, perThread, end));
            case MALLOC -> CallArguments.result(warp, in, 0, lane, allocate(argument(warp, in, 0, lane)));
            case CUDA_MALLOC -> {
                long address = allocate(argument(warp, in, 0, lane));
                CallArguments.result(warp, in, 1, lane, address);
                report(warp, in, lane, address == 0 ? CudaError.MEMORY_ALLOCATION : CudaError.SUCCESS);
            }
            case FREE -> {
                if (!heap.free(argument(warp, in, 0, lane))) {
                    pointers.freesForeignMemory(warp, in, end);
                }
            }
            case CUDA_FREE ->
                report(
                        warp,
                        in,
                        lane,
                        heap.free(argument(warp, in, 0, lane)) ? CudaError.SUCCESS : CudaError.INVALID_VALUE);
            case GET_DEVICE -> CallArguments.result(warp, in, 0, lane, ordinal);
            case GET_CACHE_CONFIG ->
                CallArguments.result(
                        warp,
                        in,
                        0,
                        lane,
                        grids.cachePreference(block.grid().node()).number());
            case GET_LIMIT -> {
                long value = limits.get((int) argument(warp, in, 0, lane));
                CallArguments.result(warp, in, 1, lane, Math.max(0, value));
                report(warp, in, lane, value < 0 ? CudaError.UNSUPPORTED_LIMIT : CudaError.SUCCESS);
            }
            case GET_DEVICE_COUNT,
                    RUNTIME_GET_VERSION,
                    DEVICE_GET_ATTRIBUTE,
                    FUNC_GET_ATTRIBUTES,
                    OCCUPANCY_MAX_ACTIVE_BLOCKS_PER_MULTIPROCESSOR,
                    OCCUPANCY_MAX_ACTIVE_BLOCKS_PER_MULTIPROCESSOR_WITH_FLAGS,
                    DEVICE_GET_SHARED_MEM_CONFIG,
                    GET_ERROR_NAME,
                    GET_ERROR_STRING -> report(warp, in, lane, queries.answer(warp, in, lane, end));
            case GET_PARAMETER_BUFFER ->
                CallArguments.result(warp, in, 0, lane, takeBuffer(argument(warp, in, 1, lane)));
            case LAUNCH, LAUNCH_BUFFER, DEVICE_SYNCHRONIZE ->
                throw new IllegalStateException(device.call() + " is not run lane by lane");
        }
    }

    private long allocate(long bytes) {
        return unused(heap.allocate(bytes), bytes);
    }

    private long takeBuffer(long bytes) {
        return unused(buffers.take(bytes), bytes);
    }

    /** Memory that somebody may have had before and has given back: what was done with it then is in order with what comes. */
    private long unused(long address, long bytes) {
        if (visibility != null && address != 0) {
            visibility.feed().checker().reset(address, bytes);
        }
        return address;
    }

    private CudaError recordEvent(Warp warp, Instruction in, int lane, boolean perThread) {
        boolean flagged = CallArguments.call(in).call() == DeviceCall.EVENT_RECORD_WITH_FLAGS;
        if (flagged && argument(warp, in, 2, lane) != 0) {
            return CudaError.INVALID_VALUE;
        }
        return streams.record(warp, lane, argument(warp, in, 0, lane), argument(warp, in, 1, lane), perThread);
    }

    private CudaError waitEvent(Warp warp, Instruction in, int lane, boolean perThread) {
        if (!rules.acceptsWaitFlags((int) argument(warp, in, 2, lane))) {
            return CudaError.INVALID_VALUE;
        }
        return streams.await(warp, lane, argument(warp, in, 0, lane), argument(warp, in, 1, lane), perThread);
    }

    private void createEvent(Warp warp, Instruction in, int lane) {
        if ((int) argument(warp, in, 0, lane) != EVENT_DISABLE_TIMING) {
            CallArguments.result(warp, in, 1, lane, 0);
            report(warp, in, lane, CudaError.INVALID_VALUE);
            return;
        }
        long slots = rules.eventSlots(limits.pendingLaunches(), profile.limits());
        long event = streams.createEvent(warp.block(), slots);
        CallArguments.result(warp, in, 1, lane, event);
        report(warp, in, lane, event == 0 ? CudaError.MEMORY_ALLOCATION : CudaError.SUCCESS);
    }

    private void peek(Warp warp, Instruction in, int lane) {
        CallArguments.result(warp, in, 0, lane, warp.lastError()[lane]);
    }

    private static long argument(Warp warp, Instruction in, int index, int lane) {
        return CallArguments.argument(warp, in, index, lane);
    }

    /** Gives a call's result, and keeps an error as the thread's last one (rules ERR-1 to ERR-3). */
    private void report(Warp warp, Instruction in, int lane, CudaError error) {
        CallArguments.result(warp, in, 0, lane, error.code(version));
        if (error != CudaError.SUCCESS) {
            warp.lastError()[lane] = error.code(version);
        }
    }

    /** Rules SYNC-1 to SYNC-3 and DEPTH-1, DEPTH-2: waits for all that the block has launched, if it is not too deep. */
    private long synchronize(Warp warp, Instruction in, int lanes, long now) {
        boolean tooDeep = grids.depth(warp.block().grid().node()) >= limits.syncDepth();
        for (int m = lanes; m != 0; m &= m - 1) {
            report(
                    warp,
                    in,
                    Integer.numberOfTrailingZeros(m),
                    tooDeep ? CudaError.SYNC_DEPTH_EXCEEDED : CudaError.SUCCESS);
        }
        if (!tooDeep) {
            // A completion seen by synchronising makes textures coherent (rule MEM-10); once more when a wait ends.
            warp.block().grid().invalidateTextures();
        }
        if (!tooDeep && visibility != null) {
            visibility.awaitsLaunches(warp, lanes);
        }
        if (tooDeep || records.isIdle(warp.block())) {
            return now + costs.deviceSynchronizeCycles();
        }
        tree.releaseHeld(warp.block().grid().node());
        records.await(warp);
        return BLOCKED;
    }
}
