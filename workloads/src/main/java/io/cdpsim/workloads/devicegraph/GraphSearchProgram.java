package io.cdpsim.workloads.devicegraph;

import com.google.common.math.IntMath;
import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.memory.LittleEndian;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.device.StuckException;
import io.cdpsim.runtime.graph.Graph;
import io.cdpsim.runtime.graph.GraphExec;
import io.cdpsim.runtime.graph.GraphNode;
import io.cdpsim.runtime.host.CopyEndpoint;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.host.HostEvent;
import io.cdpsim.runtime.host.HostStream;
import io.cdpsim.runtime.load.KernelLoadException;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.workloads.BlockSizeCheck;
import io.cdpsim.workloads.InputCache;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.OptionValueType;
import io.cdpsim.workloads.Progress;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.graph.BreadthFirstSearch;
import io.cdpsim.workloads.graph.CsrGraph;
import io.cdpsim.workloads.graph.GraphSource;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.List;

/**
 * A breadth-first search by levels, whose kernels are the same for every launcher of the levels. The graph is in device memory, and a graph of launches
 * is instantiated and uploaded, when the clock starts. A plain search checks the result.
 */
public final class GraphSearchProgram {
    /** The name of the workload. */
    static final String NAME = "graph";

    private static final int WORD_BYTES = 4;

    private final GraphSearchSettings settings;

    /** A search that has not started. */
    public GraphSearchProgram(GraphSearchSettings settings) {
        this.settings = settings;
    }

    /**
     * Runs the search.
     *
     * @throws InvalidInputException if the source is not a vertex, or device code of the GPU launches no graphs and the launcher is one
     * @throws KernelLoadException if the GPU has not the streams of the launcher
     */
    RunResult run(MachineSettings machineSettings, Progress progress, InputCache inputs) {
        long wallStart = System.nanoTime();
        GpuProfile profile = machineSettings.profile();
        CsrGraph graph = inputs.get(settings.graph(), CsrGraph.class, GraphSource::load);
        int source = settings.source().orElse(graph.defaultSource());
        check(profile, graph, source);
        BreadthFirstSearch reference = BreadthFirstSearch.search(graph, source);
        progress.start("vertices", reference.reached());
        Machine machine = new Machine(machineSettings);
        Host host = machine.host();
        Search search = Search.upload(host, graph, source);
        String failure;
        double micros;
        double startMicros = machine.nowMicros();
        try {
            HostStream stream = host.defaultStream();
            HostEvent start = host.createEvent();
            HostEvent end = host.createEvent();
            Runnable launches = launches(host, stream, search, profile);
            host.synchronize();
            startMicros = machine.nowMicros();
            host.record(start, stream);
            launches.run();
            host.record(end, stream);
            CudaError error = host.synchronize(end);
            failure = error == CudaError.SUCCESS
                    ? differing(reference.levels(), host.memory().readInts(search.levels(), graph.vertexCount()))
                    : error.cudaName() + ": " + host.faultMessage();
            micros = error == CudaError.SUCCESS
                    ? host.elapsedMillis(start, end) * 1000
                    : machine.nowMicros() - startMicros;
        } catch (StuckException e) {
            failure = String.valueOf(e.getMessage());
            micros = machine.nowMicros() - startMicros;
        }
        progress.done(reference.reached());
        int levels = reference.depth() + 1;
        return RunResult.of(
                NAME,
                machine,
                micros,
                failure,
                (System.nanoTime() - wallStart) / 1e6,
                List.of(
                        GraphSearchResults.LAUNCHER.of(OptionValueType.word(settings.launcher())),
                        GraphSearchResults.LEVELS.of(levels),
                        GraphSearchResults.REACHED.of(reference.reached()),
                        GraphSearchResults.LEVEL.of(micros / levels)));
    }

    private void check(GpuProfile profile, CsrGraph graph, int source) {
        if (source < 0 || source >= graph.vertexCount()) {
            throw new InvalidInputException("--source " + source + " is not a vertex of " + graph.name()
                    + ", whose vertices are 0 to " + (graph.vertexCount() - 1));
        }
        BlockSizeCheck.check("--threads", settings.threads(), profile);
        if (settings.launcher() == LevelLauncher.GRAPH && profile.graphs().maxTails() == 0) {
            throw new InvalidInputException(
                    "--launcher graph needs a GPU whose device code launches graphs, and the profile " + profile.name()
                            + " has no costs of them; take --profile h100 or h200, or another --launcher");
        }
    }

    private Runnable launches(Host host, HostStream stream, Search search, GpuProfile profile) {
        Kernel advance = GraphSearchKernels.advance(settings.launcher(), settings.threads());
        return switch (settings.launcher()) {
            case GRAPH -> {
                GraphExec exec = instantiate(host, advance, search, profile);
                host.graphs().upload(exec, stream);
                yield () -> host.graphs().launch(exec, stream);
            }
            case CHILD, TAIL -> () -> host.launch(advance, LaunchShape.of(1, 1), stream, search.parameters());
            case HOST -> () -> searchByHost(host, stream, advance, search);
        };
    }

    private GraphExec instantiate(Host host, Kernel advance, Search search, GpuProfile profile) {
        int blocks = settings.blocks().orElse(profile.sm().count());
        Graph graph = new Graph();
        GraphNode first =
                graph.add(host.graphs().kernel(advance, LaunchShape.of(1, 1), search.parameters()), List.of());
        graph.add(
                host.graphs()
                        .kernel(
                                GraphSearchKernels.level(),
                                LaunchShape.of(blocks, settings.threads()),
                                search.parameters()),
                List.of(first));
        GraphExec exec = host.graphs().instantiate(graph, true);
        host.memory().write(search.state() + GraphSearchKernels.HANDLE_OFFSET, (int) exec.handle(), (int)
                (exec.handle() >>> 32));
        return exec;
    }

    private void searchByHost(Host host, HostStream stream, Kernel advance, Search search) {
        Kernel level = GraphSearchKernels.level();
        byte[] copied = new byte[WORD_BYTES];
        int count = 1;
        for (int depth = 0; count != 0; depth++) {
            host.launch(advance, LaunchShape.of(1, 1), stream, search.parameters());
            host.launch(
                    level,
                    LaunchShape.of(IntMath.divide(count, settings.threads(), RoundingMode.CEILING), settings.threads()),
                    stream,
                    search.parameters());
            host.memcpy2DAsync(
                    CopyEndpoint.pageable(copied),
                    CopyEndpoint.memory(search.state() + (long) WORD_BYTES * ((depth + 1) & 1)),
                    WORD_BYTES,
                    1,
                    stream);
            if (host.synchronize(stream) != CudaError.SUCCESS) {
                return;
            }
            count = LittleEndian.getInt(copied, 0);
        }
    }

    private static String differing(int[] expected, int[] levels) {
        int vertex = Arrays.mismatch(expected, levels);
        return vertex < 0
                ? ""
                : "vertex " + vertex + ": expected level " + expected[vertex] + ", got " + levels[vertex];
    }

    /** Addresses of the search's arrays in device memory, all of 32-bit words. */
    private record Search(long offsets, long neighbours, long levels, long even, long odd, long state) {
        static Search upload(Host host, CsrGraph graph, int source) {
            long vertexBytes = (long) WORD_BYTES * graph.vertexCount();
            Search search = new Search(
                    host.malloc(vertexBytes + WORD_BYTES),
                    host.malloc((long) WORD_BYTES * graph.edgeCount() + WORD_BYTES),
                    host.malloc(vertexBytes),
                    host.malloc(vertexBytes),
                    host.malloc(vertexBytes),
                    host.malloc(GraphSearchKernels.STATE_BYTES));
            host.memory().write(search.offsets, graph.offsets());
            host.memory().write(search.neighbours, graph.neighbours());
            host.memory().fill(search.levels, BreadthFirstSearch.UNREACHED, vertexBytes);
            host.memory().write(search.levels + (long) WORD_BYTES * source, 0);
            host.memory().write(search.even, source);
            host.memory().write(search.state, 1, 0, -1, 0);
            return search;
        }

        Number[] parameters() {
            return new Number[] {offsets, neighbours, levels, even, odd, state};
        }
    }
}
