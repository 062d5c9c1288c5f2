package io.cdpsim.memory.consistency.trace;

import io.cdpsim.memory.litmus.LitmusInstruction;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A grid of a running test, a launch of a graph, or the host. */
public final class GridInstance {
    /** The {@link #gpu()} of the host. */
    static final int HOST_GPU = -1;

    private final int id;
    private final String name;
    private final int gpu;
    private final int depth;
    private final int parent;
    private final Completion completion;
    private final Origin origin;
    private final List<ThreadInstance> threads = new ArrayList<>();
    private final List<GridInstance> nodes = new ArrayList<>();

    /** What the completion of a grid or a graph comes before. */
    public enum Completion {
        /** The end of its parent's own work: the parent's tails wait for it (E3). */
        NESTED,
        /** The parent's completion, and the next tail (E4). */
        TAIL,
        /** The parent's completion, but none of its tails: a sibling of the parent (G-3). */
        SIBLING
    }

    /**
     * What it was made of.
     *
     * @param launch the launch of a grid, the node of a graph or the launch of a graph; empty for the initial grids and the host
     * @param graph the launch of a graph of which it is a node; empty for others
     */
    record Origin(Optional<LitmusInstruction> launch, Optional<GridInstance> graph) {
        static final Origin INITIAL = new Origin(Optional.empty(), Optional.empty());
    }

    /**
     * Makes a grid without threads.
     *
     * @param name its path of launches
     * @param depth 0 for a grid that the host launched
     * @param parent id of the grid or the graph whose completion waits for this one, or -1
     */
    GridInstance(int id, String name, int gpu, int depth, int parent, Completion completion, Origin origin) {
        this.id = id;
        this.name = name;
        this.gpu = gpu;
        this.depth = depth;
        this.parent = parent;
        this.completion = completion;
        this.origin = origin;
    }

    /** Its index in {@link GridInstances#grids()}. */
    public int id() {
        return id;
    }

    /** Its path of launches. */
    public String name() {
        return name;
    }

    /** The GPU that it runs on, or {@link #HOST_GPU}. */
    public int gpu() {
        return gpu;
    }

    int depth() {
        return depth;
    }

    /** The id of the grid or the launch of a graph whose completion waits for this one, or -1. */
    public int parent() {
        return parent;
    }

    /** What its completion comes before. */
    public Completion completion() {
        return completion;
    }

    /** The launch of the graph of which this is a node. */
    public Optional<GridInstance> graph() {
        return origin.graph();
    }

    /** The index in {@link io.cdpsim.memory.litmus.LitmusTest#graphs()} of the graph that this is a launch of; -1 for a grid. */
    public int graphIndex() {
        return origin.launch().orElse(null) instanceof LitmusInstruction.GraphLaunch launch ? launch.graph() : -1;
    }

    /** The launch of a grid, or the node. */
    Optional<LitmusInstruction.Launch> launch() {
        return origin.launch()
                .filter(LitmusInstruction.Launch.class::isInstance)
                .map(LitmusInstruction.Launch.class::cast);
    }

    /** Whether its threads may wait for each other: the host launched it cooperatively. */
    boolean isCooperative() {
        return !isHost()
                && launch().map(each -> each.attributes().cooperative()).orElse(true);
    }

    /** Whether it may start before the launch ahead of it in its stream is complete. */
    public boolean isProgrammatic() {
        return launch().map(each -> each.attributes().programmatic()).orElse(false);
    }

    /** The nodes of a launch of a graph, in the order of the graph; none for a grid. */
    public List<GridInstance> nodes() {
        return nodes;
    }

    /** The threads that a launch of it starts: its own, or those of its nodes. */
    public List<ThreadInstance> launchedThreads() {
        return nodes.isEmpty()
                ? threads
                : nodes.stream().flatMap(each -> each.threads().stream()).toList();
    }

    /** Whether it represents the host. */
    public boolean isHost() {
        return gpu == HOST_GPU;
    }

    /** Its threads in order of blocks; none for a launch of a graph. */
    public List<ThreadInstance> threads() {
        return threads;
    }
}
