package io.cdpsim.runtime.graph;

import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.runtime.version.CudaException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A graph that can be launched ({@code cudaGraphExec_t}): its nodes as they were at instantiation, nested graphs flattened into one. Only one launch
 * of it runs at a time.
 */
public final class GraphExec {
    private final long handle;
    private final boolean forDevice;
    /** By the nodes of {@link #graph}, and by those that they are copies of. */
    private final Map<GraphNode, Step> stepOf = new HashMap<>();

    private final List<Step> steps = new ArrayList<>();
    private final Deque<Runnable> waiting = new ArrayDeque<>();
    private final Graph graph;
    private int roots;
    private int levels;
    private boolean uploaded;
    private boolean inFlight;
    private boolean pendingTail;

    /** A node of the flattened graph. */
    static final class Step {
        private final List<Step> successors = new ArrayList<>();
        private final List<GraphExec> bodies;
        private final int index;
        private GraphWork work;
        private int predecessors;
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

        int predecessors() {
            return predecessors;
        }

        boolean isEnabled() {
            return enabled;
        }

        /** Lets it run or do nothing from now on. */
        void enable(boolean runs) {
            enabled = runs;
        }

        /** It does something else from now on. */
        void work(GraphWork.Launch changed) {
            work = changed;
        }

        private void before(Step other) {
            successors.add(other);
            other.predecessors++;
            other.level = Math.max(other.level, level + 1);
        }
    }

    /** Why {@link #of} fails, or success, with CUDA's numbers ({@code cudaGraphInstantiateResult}). */
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
     * Why a graph cannot be instantiated.
     *
     * @param forDevice whether device code is to launch it (rule G-8)
     */
    public static Refusal refusal(Graph graph, boolean forDevice) {
        if (graph.isCyclic()) {
            return Refusal.INVALID_STRUCTURE;
        }
        if (!graph.usesAllConditions()) {
            return Refusal.CONDITION_UNUSED;
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

    /**
     * Instantiates a graph ({@code cudaGraphInstantiate}). Later changes of the graph do not change it.
     *
     * @param handle identifies it in device code
     * @param forDevice whether device code may launch it
     * @throws CudaException if {@link #refusal} names a reason
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
                            "a node cannot be in a graph for device code; only kernels without dynamic parallelism,"
                                    + " copies and fills of device memory and graphs of these can (rule G-8)";
                    });
        }
        return new GraphExec(graph.copy(), handle, forDevice);
    }

    /**
     * Adds the steps of a graph behind another step.
     *
     * @return the steps that nothing of it follows
     */
    private List<Step> flatten(Graph part, @Nullable Step before) {
        Map<GraphNode, Step> ends = new HashMap<>();
        List<Step> last = new ArrayList<>();
        for (GraphNode node : part.ordered()) {
            Step start = step(node.work());
            stepOf.put(node, start);
            if (node.original() != null) {
                stepOf.putIfAbsent(node.original(), start);
            }
            if (node.dependencies().isEmpty() && before != null) {
                before.before(start);
            }
            node.dependencies().forEach(on -> require(ends.get(on)).before(start));
            Step end = start;
            if (node.work() instanceof GraphWork.Nested nested) {
                List<Step> leaves = flatten(nested.graph(), start);
                end = step(new GraphWork.Empty());
                for (Step leaf : leaves.isEmpty() ? List.of(start) : leaves) {
                    leaf.before(end);
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
            throw new IllegalStateException("a node comes before one that it depends on");
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

    /** The graph as it was at instantiation, with later updates. */
    public Graph graph() {
        return graph;
    }

    /** Identifies it in device code and in programs. */
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

    /** Nodes of the flattened graph. */
    public int size() {
        return steps.size();
    }

    /** Nodes without dependencies. */
    public int roots() {
        return roots;
    }

    /** Nodes of the longest chain. */
    public int levels() {
        return levels;
    }

    /** Whether it was uploaded, by {@code cudaGraphUpload} or a launch of the host. */
    public boolean isUploaded() {
        return uploaded;
    }

    /** It is on the device from now on. */
    public void upload() {
        uploaded = true;
    }

    /** Whether a launch of it runs. */
    public boolean isInFlight() {
        return inFlight;
    }

    /** Whether it waits to run as a tail. */
    public boolean isPendingTail() {
        return pendingTail;
    }

    void pendingTail(boolean pending) {
        pendingTail = pending;
    }

    /** Runs an action when no launch of this runs, in the order of the calls. The action must lead to {@link #released}. */
    void whenFree(Runnable action) {
        if (inFlight) {
            waiting.add(action);
        } else {
            inFlight = true;
            action.run();
        }
    }

    /** A launch of it is complete. */
    void released() {
        Runnable next = waiting.poll();
        inFlight = next != null;
        if (next != null) {
            next.run();
        }
    }

    /**
     * The step of a node of the graph that this was instantiated from.
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
        Step step = stepOf.get(node);
        for (Step each : step == null ? steps : List.<Step>of()) {
            for (GraphExec body : each.bodies) {
                step = step == null ? body.find(node) : step;
            }
        }
        return step;
    }

    /** The nodes that device code updates, here and in graphs of conditional nodes, by their handles. */
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

    /** Changes what a node does from the next launch on ({@code cudaGraphExecKernelNodeSetParams} and its kin). */
    public void change(GraphNode node, GraphWork work) {
        Step step = step(node);
        if (step.work.type() != work.type() || (forDevice && !work.fitsDeviceGraph())) {
            throw new CudaException(CudaError.INVALID_VALUE, "a node of an executable graph keeps its kind");
        }
        step.work = work;
    }

    /** Whether a node runs ({@code cudaGraphNodeGetEnabled}). */
    public boolean isEnabled(GraphNode node) {
        return step(node).enabled;
    }

    /** Lets a kernel, copy or fill node run or do nothing from the next launch on ({@code cudaGraphNodeSetEnabled}). */
    public void enable(GraphNode node, boolean enabled) {
        Step step = step(node);
        switch (step.work.type()) {
            case KERNEL, MEMCPY, MEMSET -> step.enabled = enabled;
            default ->
                throw new CudaException(CudaError.INVALID_VALUE, "only kernels, copies and fills can be disabled");
        }
    }

    /**
     * The outcome of {@link #update}, with CUDA's number ({@code cudaGraphExecUpdateResult}).
     *
     * @param node the first node that differs, if a single one does
     */
    public record UpdateResult(int number, @Nullable GraphNode node) {
        /** All nodes were updated. */
        public static final UpdateResult SUCCESS = new UpdateResult(0, null);

        private static final int TOPOLOGY_CHANGED = 2;
        private static final int NODE_TYPE_CHANGED = 3;
        private static final int UNSUPPORTED_FUNCTION_CHANGE = 7;

        /** Whether all nodes were updated. */
        public boolean isSuccess() {
            return number == 0;
        }
    }

    /**
     * Takes over what the nodes of another graph do, if its nodes and edges are the same ({@code cudaGraphExecUpdate}). Nodes correspond by the order
     * of their adding. Changes nothing if they are not the same.
     */
    public UpdateResult update(Graph other) {
        UpdateResult result = compare(graph, other);
        if (result.isSuccess()) {
            take(graph, other);
        }
        return result;
    }

    /** The same for the graph in a node ({@code cudaGraphExecChildGraphNodeSetParams}). */
    public UpdateResult updateNested(GraphNode node, Graph other) {
        for (GraphNode each : graph.nodes()) {
            if ((each == node || each.original() == node) && each.work() instanceof GraphWork.Nested nested) {
                UpdateResult result = compare(nested.graph(), other);
                if (result.isSuccess()) {
                    take(nested.graph(), other);
                }
                return result;
            }
        }
        throw new CudaException(CudaError.INVALID_VALUE, "the executable graph has no such graph in it");
    }

    private UpdateResult compare(Graph mine, Graph theirs) {
        if (mine.nodes().size() != theirs.nodes().size()) {
            return new UpdateResult(UpdateResult.TOPOLOGY_CHANGED, null);
        }
        for (int i = 0; i < mine.nodes().size(); i++) {
            GraphNode own = mine.nodes().get(i);
            GraphNode node = theirs.nodes().get(i);
            if (own.work().type() != node.work().type()) {
                return new UpdateResult(UpdateResult.NODE_TYPE_CHANGED, node);
            }
            if (!indices(own).equals(indices(node))) {
                return new UpdateResult(UpdateResult.TOPOLOGY_CHANGED, node);
            }
            if (forDevice && !node.work().fitsDeviceGraph()) {
                return new UpdateResult(UpdateResult.UNSUPPORTED_FUNCTION_CHANGE, node);
            }
            if (own.work() instanceof GraphWork.Launch before
                    && node.work() instanceof GraphWork.Launch after
                    && !before.kernel().usesDynamicParallelism()
                    && after.kernel().usesDynamicParallelism()) {
                return new UpdateResult(UpdateResult.UNSUPPORTED_FUNCTION_CHANGE, node);
            }
            if (own.work() instanceof GraphWork.Conditional before
                    && node.work() instanceof GraphWork.Conditional after) {
                if (before.kind() != after.kind()
                        || before.bodies().size() != after.bodies().size()) {
                    return new UpdateResult(UpdateResult.TOPOLOGY_CHANGED, node);
                }
                for (int body = 0; body < before.bodies().size(); body++) {
                    UpdateResult inside =
                            compare(before.bodies().get(body), after.bodies().get(body));
                    if (!inside.isSuccess()) {
                        return inside;
                    }
                }
            }
            if (own.work() instanceof GraphWork.Nested part && node.work() instanceof GraphWork.Nested otherPart) {
                UpdateResult inside = compare(part.graph(), otherPart.graph());
                if (!inside.isSuccess()) {
                    return inside;
                }
            }
        }
        return UpdateResult.SUCCESS;
    }

    private static Set<Integer> indices(GraphNode node) {
        Set<Integer> indices = new TreeSet<>();
        node.dependencies().forEach(on -> indices.add(node.graph().nodes().indexOf(on)));
        return indices;
    }

    private void take(Graph mine, Graph theirs) {
        for (int i = 0; i < mine.nodes().size(); i++) {
            GraphNode own = mine.nodes().get(i);
            GraphWork work = theirs.nodes().get(i).work();
            if (own.work() instanceof GraphWork.Nested part && work instanceof GraphWork.Nested otherPart) {
                take(part.graph(), otherPart.graph());
            } else if (own.work() instanceof GraphWork.Conditional before
                    && work instanceof GraphWork.Conditional after) {
                // The condition stays: device code knows its handle.
                for (int body = 0; body < before.bodies().size(); body++) {
                    take(before.bodies().get(body), after.bodies().get(body));
                }
            } else {
                step(own).work = work;
                own.work(work);
            }
        }
    }
}
