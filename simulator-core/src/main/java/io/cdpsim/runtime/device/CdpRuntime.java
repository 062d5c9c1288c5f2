package io.cdpsim.runtime.device;

import io.cdpsim.engine.Engine;
import io.cdpsim.gpu.DeviceRuntime;
import io.cdpsim.gpu.Gpu;
import io.cdpsim.gpu.GpuContext;
import io.cdpsim.gpu.block.Block;
import io.cdpsim.gpu.block.Warp;
import io.cdpsim.gpu.call.DeviceFault;
import io.cdpsim.gpu.grid.Grid;
import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.gpu.texture.Surface;
import io.cdpsim.gpu.texture.Texture;
import io.cdpsim.gpu.visibility.VisibilityFeed;
import io.cdpsim.kernel.call.DeviceCall;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelAttributes;
import io.cdpsim.memory.AddressSpace;
import io.cdpsim.memory.PagedMemory;
import io.cdpsim.memory.visibility.VisibilityChecker;
import io.cdpsim.memory.visibility.causality.GridCausality;
import io.cdpsim.memory.visibility.report.VisibilityReport.UndefinedUse;
import io.cdpsim.observe.DeviceEvents;
import io.cdpsim.observe.RunEvent.LaunchKind;
import io.cdpsim.profile.CdpSupport;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.occupancy.Occupancy;
import io.cdpsim.runtime.call.CallArguments;
import io.cdpsim.runtime.call.DependentGrids;
import io.cdpsim.runtime.call.DeviceAllocations;
import io.cdpsim.runtime.call.DeviceContext;
import io.cdpsim.runtime.call.DeviceHeap;
import io.cdpsim.runtime.call.DeviceLaunches;
import io.cdpsim.runtime.call.DeviceMemoryOperations;
import io.cdpsim.runtime.call.DeviceQueries;
import io.cdpsim.runtime.call.DeviceStreams;
import io.cdpsim.runtime.call.DeviceSynchronization;
import io.cdpsim.runtime.call.GraphLaunches;
import io.cdpsim.runtime.call.GraphUpdates;
import io.cdpsim.runtime.call.GridDependency;
import io.cdpsim.runtime.call.KernelAddresses;
import io.cdpsim.runtime.call.LaneCalls;
import io.cdpsim.runtime.call.LaunchChecks;
import io.cdpsim.runtime.call.LaunchSystem;
import io.cdpsim.runtime.call.ParameterBuffers;
import io.cdpsim.runtime.call.PointerWarnings;
import io.cdpsim.runtime.call.ReportedTime;
import io.cdpsim.runtime.call.StreamCalls;
import io.cdpsim.runtime.call.TextureObjects;
import io.cdpsim.runtime.call.ThreadErrors;
import io.cdpsim.runtime.cost.CallCosts;
import io.cdpsim.runtime.graph.GraphRun;
import io.cdpsim.runtime.graph.GraphRuns;
import io.cdpsim.runtime.graph.GraphWork;
import io.cdpsim.runtime.graph.Prerequisites;
import io.cdpsim.runtime.launch.DynamicSharedLimits;
import io.cdpsim.runtime.launch.GridTable;
import io.cdpsim.runtime.launch.GridTable.GridKind;
import io.cdpsim.runtime.launch.GridTable.GridNumbers;
import io.cdpsim.runtime.launch.LaunchTree;
import io.cdpsim.runtime.launch.PendingLaunchPool;
import io.cdpsim.runtime.launch.RuntimeMetrics;
import io.cdpsim.runtime.limit.DeviceLimits;
import io.cdpsim.runtime.load.CallGraph;
import io.cdpsim.runtime.load.KernelLoader;
import io.cdpsim.runtime.load.LoadedKernels;
import io.cdpsim.runtime.printf.DevicePrintf;
import io.cdpsim.runtime.printf.DevicePrintf.PrintfFifo;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.runtime.settings.NondeterministicChoices;
import io.cdpsim.runtime.version.Cdp1Rules;
import io.cdpsim.runtime.version.Cdp2Rules;
import io.cdpsim.runtime.version.CdpRules;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.runtime.version.RulesByKernel;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** The device runtime of one device: the calls of the device and of the host to it, and the components that execute them. */
public final class CdpRuntime implements DeviceRuntime {

    private final Engine engine;
    private final Gpu gpu;
    private final DeviceEvents events;
    private final PagedMemory global;
    private final GpuProfile profile;
    private final CdpRules rules;
    private final GridTable grids;
    private final PendingLaunchPool pool;
    private final LaunchSystem work;
    private final DeviceLaunches launches;
    private final DeviceSynchronization synchronization;
    private final LaneCalls laneCalls;
    private final CallCosts costs;
    private final ThreadErrors errors;
    private final LaunchChecks checks;
    private final DependentGrids dependents = new DependentGrids();
    private final TextureObjects textures = new TextureObjects();
    private final DeviceLimits limits;
    private final DeviceHeap heap;
    private final KernelLoader loader;
    private final PrintfFifo printfFifo;
    private final DevicePrintf printf;
    private final LoadedKernels loadedKernels;
    private final KernelAddresses addresses;
    private final PointerWarnings pointers;
    private final WarpSyncWarnings syncWarnings;
    private final ReportedTime reported;
    private final GraphRuns graphs;
    private final GraphLaunches graphLaunches;
    private final Set<Integer> cooperative = new HashSet<>();
    private @Nullable DeviceFault fault;
    private boolean eccError;

    /**
     * The runtime of an idle device.
     *
     * @param context the connections of the device
     * @param ordinal number of the device, from 0
     * @param numbers the numbering of grids, which all devices of a machine share
     * @param addresses the addresses of kernels, which all devices of a machine share
     * @param metrics counts the launches and grids of the device
     */
    public CdpRuntime(
            GpuContext context,
            MachineSettings settings,
            int ordinal,
            GridNumbers numbers,
            KernelAddresses addresses,
            RuntimeMetrics metrics) {
        this.addresses = addresses;
        engine = context.engine();
        events = context.events();
        profile = settings.profile();
        gpu = new Gpu(
                profile,
                context,
                settings.timed(),
                settings.sampled(),
                settings.threads(),
                settings.seed() + ordinal,
                this);
        global = context.data().global();
        reported = new ReportedTime(engine);
        costs = new CallCosts(profile.deviceApi());
        errors = new ThreadErrors(settings.cuda(), settings.check());
        rules = rules(settings);
        limits = new DeviceLimits(profile, global);
        pool = new PendingLaunchPool(
                limits.pendingLaunches(),
                () -> rules.virtualizedSlots(profile.limits()),
                profile.limits().cachedSlots(profile.l2().bytes()),
                (fixed, virtual) -> events.poolOccupancy(fixed, virtual, reported.now()));
        grids = new GridTable(settings.postedWork(), numbers);
        DeviceContext device = new DeviceContext(
                ordinal,
                engine,
                gpu,
                global,
                events,
                rules,
                limits,
                new NondeterministicChoices(settings.policy(), settings.seed() + ordinal));
        work = new LaunchSystem(device, grids, pool, metrics, reported, costs);
        DynamicSharedLimits dynamicSharedLimits = work.tree().dynamicSharedLimits();
        checks = new LaunchChecks(profile, rules, dynamicSharedLimits);
        VisibilityFeed feed = gpu.visibility();
        VisibilityChecker checker = feed == null ? null : feed.checker();
        synchronization = new DeviceSynchronization(device, work, costs, errors);
        ParameterBuffers buffers = new ParameterBuffers(global, profile.limits().parameterBytes(), checker);
        launches = new DeviceLaunches(device, work, checks, errors, buffers, addresses, metrics);
        syncWarnings = new WarpSyncWarnings(events);
        pointers = new PointerWarnings(events, rules, settings.strict());
        heap = new DeviceHeap(global, profile.limits(), limits);
        graphs = new GraphRuns(
                engine,
                profile.graphs(),
                profile.clock().cyclesFromNanos(profile.hostApi().dependentStartNanos()),
                events,
                this::startNode);
        graphLaunches = new GraphLaunches(gpu, graphs, errors);
        laneCalls = new LaneCalls(
                device,
                grids,
                new StreamCalls(work.streams(), rules, limits, profile.limits(), errors),
                new DeviceMemoryOperations(device, work),
                new DeviceAllocations(heap, buffers, pointers, errors, gpu.visibility()),
                new DeviceQueries(settings, rules, global, addresses, dynamicSharedLimits),
                new GraphUpdates(gpu, graphs, errors),
                errors);
        printfFifo = new PrintfFifo(
                limits,
                profile.limits().printfFifo().recordBytes(),
                profile.clock().cyclesFromNanos(profile.limits().printfFifo().drainNanos()));
        printf = new DevicePrintf(gpu, global, printfFifo, costs, events);
        loadedKernels = new LoadedKernels(events);
        loader = new KernelLoader(settings);
    }

    /** Posts the grid of a graph node whose dependencies are complete. */
    private int startNode(
            GraphWork.Launch work,
            GraphRun run,
            int step,
            @Nullable Prerequisites prerequisites,
            @Nullable Runnable released,
            LongConsumer numbered,
            Runnable completed) {
        int entry = grids.add(GridKind.HOST_GRID, 0, 0);
        if (work.cooperative()) {
            markCooperative(entry);
        }
        grids.describe(entry, work.kernel(), work.shape(), work.parameters());
        VisibilityFeed feed = gpu.visibility();
        GridCausality watched = run.watched(step);
        if (feed != null && watched != null) {
            watched.number(grids.number(entry));
            feed.bind(entry, watched);
        }
        if (prerequisites != null || released != null) {
            GridDependency ahead = prerequisites == null ? null : new GridDependency();
            if (prerequisites != null && ahead != null) {
                long waitCycles =
                        profile.clock().cyclesFromNanos(profile.hostApi().dependentWaitNanos());
                prerequisites.whenComplete(() -> ahead.complete(gpu, engine.now() + waitCycles));
            }
            dependents.add(entry, released == null ? () -> {} : released, ahead);
        }
        numbered.accept(grids.number(entry));
        post(entry, work.kernel(), work.shape(), run.stream(), completed);
        return entry;
    }

    /** Marks the grid of an entry, before it is posted, as a cooperative launch. */
    public void markCooperative(int entry) {
        cooperative.add(entry);
    }

    /** Checks a cooperative launch by the host (rules K-1, K-2). */
    public CudaError checkCooperativeLaunch(Kernel kernel, LaunchShape shape) {
        // Rule K-2.
        if (kernel.usesDynamicParallelism()) {
            return CudaError.NOT_PERMITTED;
        }
        KernelAttributes attributes = kernel.attributes();
        long shared = attributes.staticSharedBytes() + shape.dynamicSharedBytes();
        int blocks = Occupancy.of(
                        profile,
                        shape.threadsPerBlock(),
                        attributes.registersPerThread(),
                        (int) Math.min(Integer.MAX_VALUE, shared),
                        true)
                .blocksPerSm();
        // Rule K-1.
        return shape.blocks() > (long) blocks * profile.sm().count()
                ? CudaError.COOPERATIVE_LAUNCH_TOO_LARGE
                : CudaError.SUCCESS;
    }

    @Override
    public long currentGraph(Grid grid) {
        return graphLaunches.current(grid.node());
    }

    @Override
    public long workspace(Grid grid, Instruction in) {
        if (grid.workspace() == 0) {
            long address = global.allocate(Grid.WORKSPACE_BYTES);
            global.fill(address, (byte) 0, Grid.WORKSPACE_BYTES);
            grid.workspace(address);
            // Rule K-3.
            if (!cooperative.contains(grid.node())) {
                events.warning(
                        "K-3",
                        "kernel " + grid.kernel().name()
                                + (in.place().isEmpty() ? "" : ", " + in.place() + ",")
                                + " synchronises its grid, but was not launched as a cooperative grid; the barrier may"
                                + " return before all blocks have arrived; launch with cudaLaunchCooperativeKernel",
                        engine.now());
            }
        }
        return grid.workspace();
    }

    /** The launches of graphs on the device. */
    public GraphRuns graphs() {
        return graphs;
    }

    private static CdpRules rules(MachineSettings settings) {
        CdpRules cdp1 = new Cdp1Rules(settings.cuda());
        CdpRules cdp2 = new Cdp2Rules(settings.cuda(), settings.strict());
        if (settings.versions().runsBoth()) {
            return new RulesByKernel(settings.versions(), cdp1, cdp2);
        }
        return settings.profile().cdp() == CdpSupport.CDP1 ? cdp1 : cdp2;
    }

    /** Errors of device calls that no thread has checked so far; empty unless the settings request the check. */
    public List<UndefinedUse> uncheckedErrors() {
        return errors.unchecked();
    }

    /** Notifies listeners of events on the device. */
    public DeviceEvents events() {
        return events;
    }

    /** The hardware. */
    public Gpu gpu() {
        return gpu;
    }

    /** The dependencies between grids. */
    public LaunchTree tree() {
        return work.tree();
    }

    public GridTable grids() {
        return grids;
    }

    public PendingLaunchPool pool() {
        return pool;
    }

    public DeviceStreams streams() {
        return work.streams();
    }

    public DeviceLimits limits() {
        return limits;
    }

    /** Loads a kernel and the kernels that it refers to. @throws KernelLoadException if the device cannot run one of them */
    public void load(Kernel kernel) {
        loader.load(kernel);
        loadedKernels.add(kernel, engine.now());
    }

    /** The address of a kernel in device code. It is the same on all devices. */
    @Override
    public long kernelAddress(Kernel kernel) {
        return addresses.of(kernel);
    }

    /** Warns that the host changes constant memory while grids run. */
    public void warnOfConstantChange() {
        events.warning(
                "MEM-8",
                "the host changes constant memory while a grid runs; what the grid's reads give is undefined;"
                        + " synchronise first",
                engine.now());
    }

    /** The printf output since the last flush (rule PRNT-2). */
    public String flushPrinted() {
        return printfFifo.flush();
    }

    /** Whether an address is in the heap of device code, which the host can neither copy nor free (O-2, rule HEAP-3). */
    public boolean isInHeap(long address) {
        return heap.contains(address);
    }

    /** Empties the heap of device code, as {@code cudaDeviceReset} does; no grid may run. */
    public void resetHeap() {
        heap.reset();
        loadedKernels.clear();
    }

    /** Sets the size of the device heap (rule HEAP-1). */
    public CudaError setHeapBytes(long bytes) {
        return limits.setHeapBytes(bytes, loadedKernels.allocates());
    }

    /** Sets the size of the printf FIFO (rule PRNT-1). */
    public CudaError setPrintfFifoBytes(long bytes) {
        return limits.setPrintfFifoBytes(bytes, loadedKernels.prints());
    }

    /** The fault that ended all work on this device, or null. */
    @Nullable
    public DeviceFault fault() {
        return fault;
    }

    /** A message that names the exceeded limit of a refused host launch. */
    public String launchFailureReason(Kernel kernel, LaunchShape shape) {
        return checks.reason(kernel, shape);
    }

    /** Whether the host's {@code cudaGetLastError} reports a fault only once. */
    public boolean reportsFaultOnce() {
        return rules.reportsFaultOnce();
    }

    /** Injects an uncorrectable ECC error. The launch trees continue (rule ERR-6). */
    public void injectEccError() {
        eccError = true;
    }

    /** Clears the ECC error. @return whether there was one */
    public boolean clearEccError() {
        boolean had = eccError;
        eccError = false;
        return had;
    }

    /** A description of a launch of device code that never returns; empty if there is none. */
    String hungLaunch() {
        return launches.hung();
    }

    /** Checks a launch by the host. */
    public CudaError checkHostLaunch(Kernel kernel, LaunchShape shape) {
        rules.enter(kernel);
        limits.growStack(kernel.attributes().localBytes());
        // Rule DEPTH-7.
        if (profile.limits().reservesSyncWhenUsed()
                && CallGraph.reaches(kernel, DeviceCall.DEVICE_SYNCHRONIZE)
                && limits.reserveSyncDepth() != CudaError.SUCCESS) {
            return CudaError.MEMORY_ALLOCATION;
        }
        return checks.checkHostLaunch(kernel, shape);
    }

    /** Posts a grid of the host. {@code completed} runs when it is complete. */
    public void post(int entry, Kernel kernel, LaunchShape shape, int stream, Runnable completed) {
        events.gridPosted(
                grids.number(entry),
                0,
                kernel.name(),
                LaunchKind.HOST,
                stream,
                0,
                shape.blocks(),
                shape.threadsPerBlock(),
                engine.now());
        work.postHostGrid(entry, completed);
    }

    /** Sets the pending-launch limit; {@code busy} if the device runs programs (rule POOL-10). */
    public CudaError setPendingLaunchLimit(long count, boolean busy) {
        CudaError refusal = busy ? rules.limitChangeError() : CudaError.SUCCESS;
        if (refusal != CudaError.SUCCESS) {
            return refusal;
        }
        CudaError error = limits.setPendingLaunches(count);
        pool.resize(limits.pendingLaunches());
        return error;
    }

    /** Sets the stack limit of a thread while no grid runs (rule ENV-3). */
    public CudaError setStackLimit(long bytes) {
        return limits.setStack(bytes < 0 ? bytes : rules.stackBytes(bytes));
    }

    /** Sets the synchronisation depth; {@code busy} if the device runs programs (rule POOL-10). */
    public CudaError setSyncDepth(int levels, boolean busy) {
        CudaError refusal = busy ? rules.limitChangeError() : CudaError.SUCCESS;
        return refusal == CudaError.SUCCESS ? limits.setSyncDepth(levels) : refusal;
    }

    @Override
    public Grid admit(int node) {
        return work.tree().admit(node);
    }

    @Override
    public void blockEnded(Block block, long nowCycles) {
        dependents.blockEnded(block);
        reported.warpIsAt(nowCycles);
        work.blockEnded(block);
    }

    @Override
    public void letDependentsStart(Block block, long nowCycles) {
        dependents.trigger(block);
    }

    @Override
    public long awaitDependency(Warp warp, int lanes, long nowCycles) {
        VisibilityFeed feed = gpu.visibility();
        if (feed != null) {
            feed.awaitsPredecessor(warp.watched(), lanes);
        }
        return dependents.await(warp, nowCycles);
    }

    @Override
    public @Nullable Texture texture(long handle) {
        return textures.texture(handle);
    }

    @Override
    public @Nullable Surface surface(long handle) {
        return textures.surface(handle);
    }

    /** The texture and surface objects of the device. */
    public TextureObjects textures() {
        return textures;
    }

    /** Grids of host streams that may run beside the one ahead of them. */
    public DependentGrids dependents() {
        return dependents;
    }

    @Override
    public void gridBodyEnded(Grid grid, long nowCycles) {
        dependents.ended(grid);
        reported.warpIsAt(nowCycles);
        cooperative.remove(grid.node());
        if (grid.workspace() != 0) {
            global.free(grid.workspace());
        }
        work.threadsExited(grid.node(), nowCycles);
    }

    @Override
    public void faulted(DeviceFault deviceFault, long nowCycles) {
        if (fault == null) {
            fault = deviceFault;
            if (deviceFault.kind() == DeviceFault.Kind.NULL_POINTER) {
                errors.usedNull();
            }
        }
    }

    @Override
    public long turn(Warp warp, Instruction in, int lanes, long now) {
        if (!CallArguments.call(in).call().isLaunch()) {
            return now;
        }
        rules.enter(warp.block().grid().kernel());
        return launches.turn(warp, in, lanes, now);
    }

    @Override
    public long call(Warp warp, Instruction in, int lanes, long now) {
        DeviceCall call = CallArguments.call(in).call();
        reported.warpIsAt(now);
        rules.enter(warp.block().grid().kernel());
        if (call == DeviceCall.GRAPH_LAUNCH) {
            return graphLaunches.launch(warp, in, lanes, now);
        }
        if (call.isLaunch()) {
            return launches.launch(warp, in, lanes, now);
        }
        if (call == DeviceCall.GET_PARAMETER_BUFFER_V2) {
            return launches.prepare(warp, in, lanes, now);
        }
        if (call == DeviceCall.DEVICE_SYNCHRONIZE) {
            return synchronization.synchronize(warp, in, lanes, now);
        }
        long end = costs.call(call, now, Integer.bitCount(lanes));
        laneCalls.run(warp, in, lanes, end);
        return end;
    }

    @Override
    public long print(Warp warp, Instruction in, int lanes, long now) {
        return printf.print(warp, in, lanes, now);
    }

    @Override
    public void lanesDisagree(Warp warp, Instruction in, int mask, int unnamed, int missing, long now) {
        syncWarnings.lanesDisagree(warp, in, mask, unnamed, missing, now);
    }

    @Override
    public boolean foreignAddress(Warp warp, Instruction in, AddressSpace space, long now) {
        rules.enter(warp.block().grid().kernel());
        return pointers.foreignAddress(warp, in, space, now);
    }

    @Override
    public int stackBytes() {
        return (int) Math.min(Integer.MAX_VALUE, limits.stackBytes());
    }

    @Override
    public boolean storesToConstant(Warp warp, Instruction in, long now) {
        return pointers.storesToConstant(warp, in, now);
    }
}
