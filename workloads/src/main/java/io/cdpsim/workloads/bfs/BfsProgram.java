package io.cdpsim.workloads.bfs;

import com.google.common.math.IntMath;
import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.memory.LittleEndian;
import io.cdpsim.observe.WarningLog.CountedWarning;
import io.cdpsim.profile.CdpSupport;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.copy.CopyEndpoint;
import io.cdpsim.runtime.device.StuckException;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.host.HostEvent;
import io.cdpsim.runtime.host.HostStream;
import io.cdpsim.runtime.load.KernelLoadException;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.warp.Lanes;
import io.cdpsim.workloads.BlockSizeCheck;
import io.cdpsim.workloads.ChildStream;
import io.cdpsim.workloads.InputCache;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.Progress;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.bfs.BfsSettings.BfsVariant;
import io.cdpsim.workloads.graph.BreadthFirstSearch;
import io.cdpsim.workloads.graph.CsrGraph;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * A breadth-first search by levels. The graph is in device memory when the clock starts. The measured time covers the whole search, including the
 * host's loop: for each level it clears a count, launches a kernel and copies the count back. A plain search checks the result.
 */
public final class BfsProgram {
    /** The name of the workload. */
    static final String NAME = "bfs";

    private static final int BLOCK_THREADS = 256;
    private static final int WORD_BYTES = 4;
    private static final double NANOS_A_MILLI = 1e6;

    /** The part of the vertices below which a search says little about its graph. */
    private static final double FEW_REACHED = 0.05;

    private final BfsSettings settings;

    /** A search that has not started. */
    public BfsProgram(BfsSettings settings) {
        this.settings = settings;
    }

    /**
     * Runs the search on its own machine.
     *
     * @param machineSettings the machine; the search uses its first device
     * @param progress receives the number of each level, or of each vertex in variants with one grid per vertex
     * @throws InvalidInputException if a setting is out of range for the graph or the device, or the graph does not fit
     * @throws KernelLoadException if the device has no dynamic parallelism, or not the stream, and the variant needs it
     */
    public RunResult run(MachineSettings machineSettings, Progress progress) {
        return run(machineSettings, progress, new InputCache());
    }

    /**
     * The same with a graph that other runs may share.
     *
     * @param machineSettings the machine; the search uses its first device
     * @param progress as above
     * @param inputs the cache of the graph
     */
    RunResult run(MachineSettings machineSettings, Progress progress, InputCache inputs) {
        return run(machineSettings, progress, inputs, machine -> {}, false);
    }

    /**
     * Runs the search on its own machine after other work and after searches of the same graph: the L2 holds as much of the graph as fits.
     *
     * @param machineSettings the machine; the search uses its first device
     * @param progress receives the number of each level, or of each vertex in variants with one grid per vertex
     * @param inputs the cache of the graph
     * @param before the work that runs first
     * @throws InvalidInputException if a setting is out of range for the graph or the device, or the graph does not fit
     * @throws KernelLoadException if the device has no dynamic parallelism, or not the stream, and the variant needs it
     */
    public RunResult runAgain(
            MachineSettings machineSettings, Progress progress, InputCache inputs, Consumer<Machine> before) {
        return run(machineSettings, progress, inputs, before, true);
    }

    private RunResult run(
            MachineSettings machineSettings,
            Progress progress,
            InputCache inputs,
            Consumer<Machine> before,
            boolean searchedBefore) {
        long startedAt = System.nanoTime();
        CsrGraph graph = inputs.get(settings.graph(), CsrGraph.class, each -> each.load(machineSettings.threads()));
        int source = settings.source().orElse(graph.defaultSource());
        checkSettings(machineSettings.profile(), graph, source);
        BreadthFirstSearch reference = BreadthFirstSearch.search(graph, source);
        SearchCheck check = new SearchCheck(reference);
        SearchProgress steps = new SearchProgress(progress, check, settings.variant());
        progress.start("vertices", reference.reached());
        Machine machine = new Machine(machineSettings, steps);
        before.accept(machine);
        double timeMicros = search(machine, graph, source, check, steps, searchedBefore);
        progress.done(reference.reached());
        double wallMillis = (System.nanoTime() - startedAt) / NANOS_A_MILLI;
        RunResult result = RunResult.of(
                NAME,
                machine,
                timeMicros,
                check.failure(),
                wallMillis,
                BfsResults.of(settings, stream(machineSettings.profile()), graph, source, reference, timeMicros));
        return reference.reached() >= graph.vertexCount() * FEW_REACHED
                ? result
                : result.warnedOf(new CountedWarning("reach", fewReached(graph, source, reference.reached()), 1));
    }

    private static String fewReached(CsrGraph graph, int source, long reached) {
        return "the search from vertex " + source + " reached " + reached + " of " + graph.vertexCount() + " vertices ("
                + Math.round(1000.0 * reached / graph.vertexCount()) / 10.0
                + "%), so its time is that of a small search;"
                + " give another --source, or --undirected if the file lists each edge of an undirected graph once";
    }

    private void checkSettings(GpuProfile profile, CsrGraph graph, int source) {
        if (source < 0 || source >= graph.vertexCount()) {
            throw new InvalidInputException("--source " + source + " is not a vertex of " + graph.name()
                    + ", whose vertices are 0 to " + (graph.vertexCount() - 1));
        }
        if (settings.variant().launches()) {
            BlockSizeCheck.check("--child-threads", settings.childThreads(), profile);
        }
    }

    private double search(
            Machine machine,
            CsrGraph graph,
            int source,
            SearchCheck check,
            SearchProgress progress,
            boolean searchedBefore) {
        Host host = machine.host();
        boolean cdp2 = machine.settings().profile().cdp() == CdpSupport.CDP2;
        SearchArrays arrays = SearchArrays.upload(host, graph, source);
        if (searchedBefore) {
            arrays.wereSearched(host, graph, source);
        }
        Kernel kernel = kernel(stream(machine.settings().profile()), cdp2);
        HostStream stream = host.defaultStream();
        HostEvent start = host.createEvent();
        HostEvent end = host.createEvent();
        double startMicros = machine.nowMicros();
        try {
            host.record(start, stream);
            if (settings.variant() == BfsVariant.DRIVER) {
                launchDriver(host, stream, kernel, arrays);
            } else {
                searchLevels(host, stream, kernel, arrays, check, progress);
            }
            host.record(end, stream);
            faultFree(host, host.synchronize(end), check);
        } catch (StuckException e) {
            check.fail(String.valueOf(e.getMessage()));
        }
        if (!check.failure().isEmpty() && end.cycle() < 0) {
            return machine.nowMicros() - startMicros;
        }
        check.levels(host.memory().readInts(arrays.levels(), graph.vertexCount()));
        return host.elapsedMillis(start, end) * 1000;
    }

    private Kernel kernel(ChildStream stream, boolean cdp2) {
        return switch (settings.variant()) {
            case SERIAL -> LevelKernels.serial();
            case WARP -> LevelKernels.warpPerVertex();
            case CDP, THRESHOLD -> ChildKernels.expand(stream);
            case AGGREGATE -> AggregateKernels.aggregate(stream, false);
            case AGGREGATE_WARP -> AggregateKernels.aggregate(stream, true);
            case AGGREGATE_GRID -> AggregateKernels.aggregateGrid(stream);
            case DRIVER -> cdp2 ? DriverKernels.relaunching(stream) : DriverKernels.synchronizing(stream);
        };
    }

    private ChildStream stream(GpuProfile profile) {
        return settings.stream().orElseGet(() -> ChildStream.defaultFor(profile));
    }

    private int threshold() {
        return settings.variant().usesThreshold() ? settings.threshold() : 0;
    }

    private void launchDriver(Host host, HostStream stream, Kernel driver, SearchArrays arrays) {
        host.launch(
                driver,
                LaunchShape.of(1, 1),
                stream,
                arrays.offsets(),
                arrays.neighbours(),
                arrays.levels(),
                arrays.evenFrontier(),
                arrays.oddFrontier(),
                arrays.counts(),
                0,
                threshold(),
                settings.childThreads());
    }

    private void searchLevels(
            Host host,
            HostStream stream,
            Kernel kernel,
            SearchArrays arrays,
            SearchCheck check,
            SearchProgress progress) {
        // Pageable memory, not pinned: the measured searches copy to a variable of the host.
        byte[] hostCount = new byte[WORD_BYTES];
        int count = 1;
        long reached = 0;
        for (int level = 0; count != 0; level++) {
            check.frontier(level, host.memory().readInts(arrays.frontier(level), count));
            progress.levelStarts(reached);
            reached += count;
            int cleared = settings.variant() == BfsVariant.AGGREGATE_GRID ? SearchArrays.LEVEL_BYTES : WORD_BYTES;
            host.memsetAsync(arrays.counts(), 0, cleared, stream);
            launchLevel(host, stream, kernel, arrays, level, count);
            host.memcpy2DAsync(
                    CopyEndpoint.pageable(hostCount), CopyEndpoint.memory(arrays.counts()), WORD_BYTES, 1, stream);
            boolean sound = faultFree(host, host.synchronize(stream), check);
            count = LittleEndian.getInt(hostCount, 0);
            if (!sound || !check.frontierSize(level + 1, count)) {
                return;
            }
        }
    }

    private void launchLevel(Host host, HostStream stream, Kernel kernel, SearchArrays arrays, int level, int count) {
        LaunchShape threadAVertex = LaunchShape.of(blocksFor(count, BLOCK_THREADS), BLOCK_THREADS);
        Number[] parameters = {
            arrays.offsets(),
            arrays.neighbours(),
            arrays.levels(),
            arrays.frontier(level),
            arrays.frontier(level + 1),
            count,
            arrays.counts(),
            level + 1
        };
        switch (settings.variant()) {
            case WARP ->
                host.launch(
                        kernel,
                        LaunchShape.of(blocksFor(count, BLOCK_THREADS / Lanes.COUNT), BLOCK_THREADS),
                        stream,
                        parameters);
            case CDP, THRESHOLD ->
                host.launch(kernel, threadAVertex, stream, with(parameters, threshold(), settings.childThreads()));
            case AGGREGATE, AGGREGATE_WARP, AGGREGATE_GRID ->
                host.launch(
                        kernel,
                        threadAVertex,
                        stream,
                        with(parameters, arrays.firstEdges(), arrays.edgesBefore(), settings.childThreads()));
            default -> host.launch(kernel, threadAVertex, stream, parameters);
        }
    }

    private static long blocksFor(int items, int perBlock) {
        return IntMath.divide(items, perBlock, RoundingMode.CEILING);
    }

    private static Number[] with(Number[] parameters, Number... more) {
        Number[] all = Arrays.copyOf(parameters, parameters.length + more.length);
        System.arraycopy(more, 0, all, parameters.length, more.length);
        return all;
    }

    private static boolean faultFree(Host host, CudaError error, SearchCheck check) {
        if (error == CudaError.SUCCESS) {
            return true;
        }
        check.fail(error.cudaName() + ": " + host.faultMessage());
        return false;
    }
}
