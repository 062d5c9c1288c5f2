package io.cdpsim.memory.consistency.trace;

import io.cdpsim.memory.consistency.trace.GridInstance.Completion;
import io.cdpsim.memory.consistency.trace.GridInstance.Origin;
import io.cdpsim.memory.litmus.LitmusGraph;
import io.cdpsim.memory.litmus.LitmusInstruction;
import io.cdpsim.memory.litmus.LitmusInstruction.StreamOperand;
import io.cdpsim.memory.litmus.LitmusProgram;
import io.cdpsim.memory.litmus.LitmusTest;
import io.cdpsim.memory.litmus.LitmusTest.KernelProgram;
import io.cdpsim.memory.litmus.LitmusTest.TestThread;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** All grids, blocks and threads of a test's executions, each identified by its path of launches. */
public final class GridInstances {
    private final LitmusTest test;
    private final List<GridInstance> grids = new ArrayList<>();
    private final List<ThreadInstance> threads = new ArrayList<>();
    private final Map<String, GridInstance> byName = new HashMap<>();
    private final int initialThreads;
    private int blocks;
    private int clusters;

    /** Makes the initial ones: a grid on each GPU, and the host. */
    GridInstances(LitmusTest test) {
        this.test = test;
        Map<Integer, GridInstance> byGpu = new HashMap<>();
        Map<Long, Integer> blockIds = new LinkedHashMap<>();
        Map<List<Integer>, Integer> clusterIds = new HashMap<>();
        for (TestThread each : test.threads()) {
            GridInstance grid = byGpu.computeIfAbsent(
                    each.gpu(),
                    gpu -> initial(gpu == 0 ? "the initial grid" : "the initial grid of GPU " + gpu, gpu, 0));
            int block = blockIds.computeIfAbsent((long) each.gpu() << 32 | each.block(), key -> blocks++);
            int cluster = clusterIds.computeIfAbsent(
                    each.cluster().isPresent()
                            ? List.of(each.gpu(), each.cluster().getAsInt())
                            : List.of(each.gpu(), each.block(), -1),
                    key -> clusters++);
            thread(each.program().name(), grid, block, cluster, each.program());
        }
        if (test.host().isPresent()) {
            GridInstance grid = initial("the host", GridInstance.HOST_GPU, -1);
            thread("host", grid, blocks++, clusters++, test.host().get());
        }
        initialThreads = threads.size();
    }

    /** The initial threads, with the host's. */
    public List<ThreadInstance> initial() {
        return List.copyOf(threads.subList(0, initialThreads));
    }

    /** All threads found so far, by id. */
    public List<ThreadInstance> threads() {
        return threads;
    }

    /** All grids found so far, by id, with the host. */
    public List<GridInstance> grids() {
        return grids;
    }

    /** The number of threads of a block. */
    public int threadsOfBlock(int block) {
        return (int) threads.stream().filter(each -> each.block() == block).count();
    }

    /** The grid of a launch, made on the first call. */
    GridInstance launched(ThreadInstance parent, LitmusInstruction.Launch launch, int repetition) {
        String name = nameOf(parent, launch.label(), repetition);
        GridInstance known = byName.get(name);
        if (known != null) {
            return known;
        }
        boolean byHost = parent.grid().isHost();
        boolean tail = launch.stream() == StreamOperand.Predefined.TAIL;
        GridInstance grid = grid(
                name,
                byHost ? 0 : parent.grid().gpu(),
                parent.grid().depth() + 1,
                byHost ? -1 : parent.grid().id(),
                tail ? Completion.TAIL : Completion.NESTED,
                new Origin(Optional.of(launch), Optional.empty()));
        byName.put(name, grid);
        threads(grid, launch);
        return grid;
    }

    private static String nameOf(ThreadInstance parent, String label, int repetition) {
        return parent.name() + "." + label + (repetition == 0 ? "" : "#" + (repetition + 1));
    }

    private void threads(GridInstance grid, LitmusInstruction.Launch launch) {
        KernelProgram kernel = test.kernels().get(launch.kernel());
        for (int block = 0; block < launch.blocks(); block++) {
            int blockId = blocks++;
            int clusterId = block % launch.attributes().clusterBlocks() == 0 ? clusters++ : clusters - 1;
            for (int thread = 0; thread < launch.threads(); thread++) {
                int index = block * launch.threads() + thread;
                thread(grid.name() + "." + index, grid, blockId, clusterId, kernel.programOf(thread));
            }
        }
    }

    /**
     * The launch of a graph with its nodes, made on the first call.
     *
     * @param parent a thread of the host or of a graph's node
     */
    GridInstance launched(ThreadInstance parent, LitmusInstruction.GraphLaunch launch, int repetition) {
        String name = nameOf(parent, launch.label(), repetition);
        GridInstance known = byName.get(name);
        if (known != null) {
            return known;
        }
        int gpu = parent.grid().isHost() ? 0 : parent.grid().gpu();
        int depth = parent.grid().depth() + 1;
        Origin origin = new Origin(Optional.of(launch), Optional.empty());
        Environment environment = environment(parent.grid(), launch.stream());
        GridInstance graph = grid(name, gpu, depth, environment.parent(), environment.completion(), origin);
        byName.put(name, graph);
        for (LitmusGraph.Node node : test.graphs().get(launch.graph()).nodes()) {
            GridInstance grid = grid(
                    name + "." + node.launch().label(),
                    gpu,
                    depth,
                    graph.id(),
                    Completion.NESTED,
                    new Origin(Optional.of(node.launch()), Optional.of(graph)));
            graph.nodes().add(grid);
            threads(grid, node.launch());
        }
        return graph;
    }

    private GridInstance initial(String name, int gpu, int depth) {
        return grid(name, gpu, depth, -1, Completion.NESTED, Origin.INITIAL);
    }

    /** The number of launches of a graph among those that lead to a node. */
    int rounds(GridInstance node, int graph) {
        int rounds = 0;
        int launch = node.graph().map(GridInstance::id).orElse(-1);
        while (launch >= 0) {
            rounds += grids.get(launch).graphIndex() == graph ? 1 : 0;
            launch = grids.get(launch).parent();
        }
        return rounds;
    }

    /** The parent of a launch of a graph, and what its completion comes before there. */
    private record Environment(int parent, Completion completion) {}

    private Environment environment(GridInstance grid, StreamOperand stream) {
        if (grid.isHost()) {
            return new Environment(-1, Completion.NESTED);
        }
        GridInstance launcher = grid.graph().orElseThrow();
        if (stream != StreamOperand.Predefined.SIBLING) {
            boolean tail = stream == StreamOperand.Predefined.TAIL;
            return new Environment(launcher.id(), tail ? Completion.TAIL : Completion.NESTED);
        }
        // A tail takes the place of the graph that launched it.
        while (launcher.completion() == Completion.TAIL) {
            launcher = grids.get(launcher.parent());
        }
        return launcher.parent() < 0
                ? new Environment(launcher.id(), Completion.SIBLING)
                : new Environment(launcher.parent(), launcher.completion());
    }

    private GridInstance grid(String name, int gpu, int depth, int parent, Completion completion, Origin origin) {
        GridInstance grid = new GridInstance(grids.size(), name, gpu, depth, parent, completion, origin);
        grids.add(grid);
        return grid;
    }

    private void thread(String name, GridInstance grid, int block, int cluster, LitmusProgram program) {
        ThreadInstance thread = new ThreadInstance(threads.size(), name, grid, block, cluster, program);
        threads.add(thread);
        grid.threads().add(thread);
    }
}
