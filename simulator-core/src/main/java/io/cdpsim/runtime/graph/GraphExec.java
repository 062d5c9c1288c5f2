package io.cdpsim.runtime.graph;

import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.runtime.version.CudaException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An executable graph ({@code cudaGraphExec_t}): a snapshot of a graph at instantiation, with nested graphs flattened into one.
 * Only one launch of it runs at a time.
 */
public final class GraphExec {
    private final long handle;
    private final boolean forDevice;
    /** The steps by the nodes of {@link #graph}, and by the originals of these nodes. */
    private final Map<GraphNode, Step> stepByNode = new HashMap<>();

    private final List<Step> steps = new ArrayList<>();
    private final Deque<Runnable> waiting = new ArrayDeque<>();
    private final Graph graph;
    private @Nullable LaunchedWork launchedWork;
    private int roots;
    private int levels;
    private boolean uploaded;
    private boolean inFlight;
    private boolean pendingTail;

    /** A node of the flattened graph. */
    static final class Step {
        private final List<Step> successors = new ArrayList<>();
        private final List<DependencyPort> ports = new ArrayList<>();
        private final List<GraphExec> bodies;
        private final int index;
        private GraphWork work;
        private int predecessors;
        private int programmaticPredecessors;
        private boolean releasesEarly;
        private int level;
        private boolean enabled = true;

        Step(int index, GraphWork work, List<GraphExec> bodies) {
            this.index = index;
            this.work = work;
            this.bodies = bodies;
        }

        /** The graphs of a conditional node. */
        List<GraphExec> bodies() {
            return bodies;
        }

        int index() {
            return index;
        }

        GraphWork work() {
            return work;
        }

        List<Step> successors() {
            return successors;
        }

        /** The port on which a successor depends. */
        DependencyPort port(int successor) {
            return ports.get(successor);
        }

        int predecessors() {
            return predecessors;
        }

        /** The number of its dependencies with a programmatic port. */
        int programmaticPredecessors() {
            return programmaticPredecessors;
        }

        /** Whether a successor may start before it is complete. */
        boolean releasesEarly() {
            return releasesEarly;
        }

        boolean isEnabled() {
            return enabled;
        }

        /** Enables or disables the step. */
        void setEnabled(boolean isEnabled) {
            enabled = isEnabled;
        }

        /** Replaces the work of the step. */
        void setWork(GraphWork.Launch newWork) {
            work = newWork;
        }

        private void addSuccessor(Step successor, DependencyPort port) {
            successors.add(successor);
            ports.add(port);
            successor.predecessors++;
            if (port.isProgrammatic()) {
                successor.programmaticPredecessors++;
                releasesEarly = true;
            }
            successor.level = Math.max(successor.level, level + 1);
        }
    }

    /** The result of an instantiation, with CUDA's numbers ({@code cudaGraphInstantiateResult}). */
    public enum Refusal {
        NONE(0),
        ERROR(1),
        INVALID_STRUCTURE(2),
        NODE_NOT_SUPPORTED(3),
        CONDITION_UNUSED(5);

        private final int number;

        Refusal(int number) {
            this.number = number;
        }

        /** CUDA's number. */
        public int number() {
            return number;
        }
    }

    private GraphExec(Graph graph, long handle, boolean forDevice) {
        this.graph = graph;
        this.handle = handle;
        this.forDevice = forDevice;
        var unused = flatten(graph, null);
        for (Step each : steps) {
            roots += each.predecessors == 0 ? 1 : 0;
            levels = Math.max(levels, each.level + 1);
        }
    }

    /**
     * The reason why a graph cannot be instantiated; {@link Refusal#NONE} if it can.
     *
     * @param forDevice whether device code may launch it (rule G-8)
     */
    public static Refusal refusal(Graph graph, boolean forDevice) {
        if (graph.isCyclic()) {
            return Refusal.INVALID_STRUCTURE;
        }
        if (!graph.usesAllConditions()) {
            return Refusal.CONDITION_UNUSED;
        }
        if (graph.contains(GraphExec::holdsUnsupportedNode)) {
            return Refusal.NODE_NOT_SUPPORTED;
        }
        if (!forDevice) {
            return Refusal.NONE;
        }
        // Rule G-8.
        if (graph.nodes().isEmpty()) {
            return Refusal.ERROR;
        }
        boolean fits = graph.nodes().stream().allMatch(each -> each.work().fitsDeviceGraph());
        return fits ? Refusal.NONE : Refusal.NODE_NOT_SUPPORTED;
    }

    /** The node because of which {@link #refusal} refuses a graph, or null. */
    public static @Nullable GraphNode refusedNode(Graph graph, boolean forDevice) {
        List<GraphNode> ordered = graph.ordered();
        return graph.nodes().stream()
                .filter(each -> !ordered.contains(each)
                        || (forDevice && !each.work().fitsDeviceGraph())
                        || holdsUnsupportedNode(each.work()))
                .findFirst()
                .orElse(null);
    }

    /** Whether a body of a conditional node holds what it cannot: host functions, events, allocations. */
    private static boolean holdsUnsupportedNode(GraphWork work) {
        return work instanceof GraphWork.Conditional tested
                && tested.bodies().stream()
                        .anyMatch(body -> body.contains(each -> switch (each.type()) {
                            case HOST, WAIT_EVENT, EVENT_RECORD, MEMORY_ALLOCATION, MEMORY_FREE -> true;
                            default -> false;
                        }));
    }

    /**
     * Instantiates a graph ({@code cudaGraphInstantiate}). Later changes of the graph do not change it.
     *
     * @param handle its handle in device code
     * @param forDevice whether device code may launch it
     * @throws CudaException if {@link #refusal} returns a reason
     */
    public static GraphExec of(Graph graph, long handle, boolean forDevice) {
        Refusal refusal = refusal(graph, forDevice);
        if (refusal != Refusal.NONE) {
            throw new CudaException(
                    CudaError.INVALID_VALUE,
                    switch (refusal) {
                        case INVALID_STRUCTURE -> "the graph's dependencies form a cycle; remove one of them";
                        case CONDITION_UNUSED ->
                            "a conditional handle of the graph belongs to no conditional node; add the node";
                        case ERROR -> "a graph for device code has no node; add a kernel, a copy or a fill (rule G-8)";
                        default ->
                            forDevice
                                    ? "a node cannot be in a graph for device code; only kernels without dynamic"
                                            + " parallelism, copies and fills of device memory and graphs of these can"
                                            + " (rule G-8)"
                                    : "a body of a conditional node has a host function, an event or an allocation;"
                                            + " move it out of the conditional node";
                    });
        }
        return new GraphExec(graph.copy(), handle, forDevice);
    }

    /**
     * Adds the steps of a graph after another step.
     *
     * @return the steps without successors
     */
    private List<Step> flatten(Graph part, @Nullable Step predecessor) {
        Map<GraphNode, Step> ends = new HashMap<>();
        List<Step> last = new ArrayList<>();
        for (GraphNode node : part.ordered()) {
            Step start = step(node.work());
            stepByNode.put(node, start);
            if (node.original() != null) {
                stepByNode.putIfAbsent(node.original(), start);
            }
            if (node.dependencies().isEmpty() && predecessor != null) {
                predecessor.addSuccessor(start, DependencyPort.COMPLETION);
            }
            node.dependencies().forEach(each -> require(ends.get(each)).addSuccessor(start, node.port(each)));
            Step end = start;
            if (node.work() instanceof GraphWork.Nested nested) {
                List<Step> leaves = flatten(nested.graph(), start);
                end = step(new GraphWork.Empty());
                for (Step leaf : leaves.isEmpty() ? List.of(start) : leaves) {
                    leaf.addSuccessor(end, DependencyPort.COMPLETION);
                }
            }
            ends.put(node, end);
            if (part.dependents(node).isEmpty()) {
                last.add(end);
            }
        }
        return last;
    }

    private static Step require(@Nullable Step step) {
        if (step == null) {
            throw new IllegalStateException("a node precedes one of its dependencies");
        }
        return step;
    }

    private Step step(GraphWork work) {
        List<GraphExec> bodies = work instanceof GraphWork.Conditional conditional
                ? conditional.bodies().stream()
                        .map(body -> new GraphExec(body, handle, false))
                        .toList()
                : List.of();
        Step step = new Step(steps.size(), work, bodies);
        steps.add(step);
        return step;
    }

    /** The graph at instantiation, with later updates. */
    public Graph graph() {
        return graph;
    }

    /** Its handle in device code and in programs. */
    public long handle() {
        return handle;
    }

    /** Whether device code may launch it, once it is uploaded. */
    public boolean isForDevice() {
        return forDevice;
    }

    /** The nodes of the flattened graph. */
    List<Step> steps() {
        return steps;
    }

    /** The present work of its nodes, for a launch now. */
    public LaunchedWork launchedWork() {
        if (launchedWork == null) {
            launchedWork = new LaunchedWork(steps);
        }
        return launchedWork;
    }

    /** Number of nodes of the flattened graph. */
    public int size() {
        return steps.size();
    }

    /** Number of nodes without dependencies. */
    public int roots() {
        return roots;
    }

    /** Number of nodes on the longest path. */
    public int levels() {
        return levels;
    }

    /** Whether it is uploaded, by {@code cudaGraphUpload} or a launch by the host. */
    public boolean isUploaded() {
        return uploaded;
    }

    /** Uploads it to the device. */
    public void upload() {
        uploaded = true;
    }

    /** Whether a launch of it runs. */
    public boolean isInFlight() {
        return inFlight;
    }

    /** Whether it is a pending tail launch. */
    public boolean isPendingTail() {
        return pendingTail;
    }

    void pendingTail(boolean pending) {
        pendingTail = pending;
    }

    /** Runs an action when no launch of this graph runs, in call order. The action must eventually call {@link #released}. */
    void whenFree(Runnable action) {
        if (inFlight) {
            waiting.add(action);
        } else {
            inFlight = true;
            action.run();
        }
    }

    /** Ends a launch of it. */
    void released() {
        Runnable next = waiting.poll();
        inFlight = next != null;
        if (next != null) {
            next.run();
        }
    }

    /**
     * The step of a node of the original graph.
     *
     * @throws CudaException if there is none
     */
    private Step step(GraphNode node) {
        Step step = find(node);
        if (step == null) {
            throw new CudaException(CudaError.INVALID_VALUE, "the executable graph has no such node");
        }
        return step;
    }

    private @Nullable Step find(GraphNode node) {
        Step step = stepByNode.get(node);
        for (Step each : step == null ? steps : List.<Step>of()) {
            for (GraphExec body : each.bodies) {
                step = step == null ? body.find(node) : step;
            }
        }
        return step;
    }

    /** The nodes that device code can update, including those in bodies of conditional nodes, by handle. */
    Map<Long, Step> deviceNodes() {
        Map<Long, Step> nodes = new HashMap<>();
        for (Step each : steps) {
            if (each.work instanceof GraphWork.Launch launch && launch.deviceNode() != 0) {
                nodes.put(launch.deviceNode(), each);
            }
            each.bodies.forEach(body -> nodes.putAll(body.deviceNodes()));
        }
        return nodes;
    }

    /** Changes the work of a node, from the next launch on ({@code cudaGraphExecKernelNodeSetParams} and similar calls). */
    public void change(GraphNode node, GraphWork work) {
        Step step = step(node);
        if (step.work.type() != work.type() || (forDevice && !work.fitsDeviceGraph())) {
            throw new CudaException(CudaError.INVALID_VALUE, "the type of a node of an executable graph cannot change");
        }
        if (step.work instanceof GraphWork.Operation before
                && work instanceof GraphWork.Operation after
                && before.operands() != after.operands()) {
            throw new CudaException(
                    CudaError.INVALID_VALUE,
                    "the operands of a copy node of an executable graph stay in the kind of memory in which they are;"
                            + " instantiate the graph again");
        }
        step.work = withAttributes(step, work);
        launchedWork = null;
    }

    /** The work that {@link #change} gives a node: kernels keep the attributes of the node. */
    public GraphWork changed(GraphNode node, GraphWork work) {
        return withAttributes(step(node), work);
    }

    private static GraphWork withAttributes(Step step, GraphWork work) {
        return work instanceof GraphWork.Launch after && step.work instanceof GraphWork.Launch before
                ? after.withAttributesOf(before)
                : work;
    }

    /** Whether a node is enabled ({@code cudaGraphNodeGetEnabled}). */
    public boolean isEnabled(GraphNode node) {
        return step(node).enabled;
    }

    /** Enables or disables a kernel, copy or fill node, from the next launch on ({@code cudaGraphNodeSetEnabled}). */
    public void enable(GraphNode node, boolean enabled) {
        Step step = step(node);
        switch (step.work.type()) {
            case KERNEL, MEMCPY, MEMSET -> {
                step.enabled = enabled;
                launchedWork = null;
            }
            default ->
                throw new CudaException(CudaError.INVALID_VALUE, "only kernels, copies and fills can be disabled");
        }
    }

    /**
     * The outcome of {@link #update}, with CUDA's number ({@code cudaGraphExecUpdateResult}).
     *
     * @param node the node that differs, or null
     * @param from its dependency that differs, or null
     */
    public record UpdateResult(
            int number, @Nullable GraphNode node, @Nullable GraphNode from) {
        /** All nodes were updated. */
        public static final UpdateResult SUCCESS = new UpdateResult(0, null, null);

        static final int TOPOLOGY_CHANGED = 2;
        static final int NODE_TYPE_CHANGED = 3;
        static final int PARAMETERS_CHANGED = 5;
        static final int NOT_SUPPORTED = 6;
        static final int UNSUPPORTED_FUNCTION_CHANGE = 7;
        static final int ATTRIBUTES_CHANGED = 8;
        private static final int ERROR = 1;

        UpdateResult(int number, @Nullable GraphNode node) {
            this(number, node, null);
        }

        /** Whether all nodes were updated. */
        public boolean isSuccess() {
            return number == 0;
        }
    }

    /**
     * Updates the work of all nodes from another graph with the same topology ({@code cudaGraphExecUpdate}). Nodes correspond as
     * {@link GraphComparison} pairs them. If the graphs differ in what an update cannot change, nothing changes.
     */
    public UpdateResult update(Graph other) {
        return other.isEmbedded() ? new UpdateResult(UpdateResult.ERROR, null) : update(graph, other);
    }

    /** Updates the nested graph of a node ({@code cudaGraphExecChildGraphNodeSetParams}). */
    public UpdateResult updateNested(GraphNode node, Graph other) {
        Graph nested = nested(graph, node);
        if (nested == null) {
            throw new CudaException(CudaError.INVALID_VALUE, "the executable graph has no such nested graph");
        }
        return update(nested, other);
    }

    /** The graph of a node in a graph or in the graphs inside it, or null. */
    private static @Nullable Graph nested(Graph part, GraphNode node) {
        Graph found = null;
        for (GraphNode each : part.nodes()) {
            boolean isNode = each == node || each.original() == node;
            if (each.work() instanceof GraphWork.Nested nested) {
                found = isNode ? nested.graph() : nested(nested.graph(), node);
            } else if (each.work() instanceof GraphWork.Conditional conditional) {
                for (Graph body : conditional.bodies()) {
                    found = found == null ? nested(body, node) : found;
                }
            }
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private UpdateResult update(Graph mine, Graph theirs) {
        GraphComparison comparison = new GraphComparison(forDevice);
        UpdateResult result = comparison.compare(mine, theirs);
        if (result.isSuccess()) {
            launchedWork = null;
            apply(mine, comparison);
        }
        return result;
    }

    private void apply(Graph mine, GraphComparison comparison) {
        for (GraphNode own : mine.nodes()) {
            GraphWork work = comparison.counterpart(own).work();
            if (own.work() instanceof GraphWork.Nested nested) {
                apply(nested.graph(), comparison);
            } else if (own.work() instanceof GraphWork.Conditional before
                    && work instanceof GraphWork.Conditional after) {
                // The condition does not change: device code has its handle.
                before.condition().takeDefault(after.condition());
                before.bodies().forEach(body -> apply(body, comparison));
            } else {
                step(own).work = work;
                own.work(work);
            }
        }
    }
}
