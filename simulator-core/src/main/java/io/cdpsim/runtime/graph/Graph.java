package io.cdpsim.runtime.graph;

import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.runtime.version.CudaException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;

/** Nodes and their dependencies ({@code cudaGraph_t}). A {@link GraphExec} is the executable form of a graph. */
public final class Graph {
    private final List<GraphNode> nodes = new ArrayList<>();
    private final List<GraphCondition> conditions = new ArrayList<>();
    private boolean embedded;

    /** An edge: {@code to} starts when {@code from} has reached the state of the port. */
    public record Edge(GraphNode from, GraphNode to, DependencyPort port) {}

    /** A graph without nodes. */
    public Graph() {}

    /**
     * Adds a node.
     *
     * @throws CudaException if a dependency is named twice or belongs to another graph
     */
    public GraphNode add(GraphWork work, List<GraphNode> dependencies) {
        Set<GraphNode> seen = new HashSet<>();
        for (GraphNode each : dependencies) {
            check(each);
            if (!seen.add(each)) {
                throw new CudaException(CudaError.INVALID_VALUE, "a node of a graph names a dependency twice");
            }
        }
        GraphNode node = new GraphNode(this, work, null);
        dependencies.forEach(each -> node.addDependency(each, DependencyPort.COMPLETION));
        nodes.add(node);
        embed(work);
        return node;
    }

    private static void embed(GraphWork work) {
        if (work instanceof GraphWork.Nested nested) {
            nested.graph().embedded = true;
        } else if (work instanceof GraphWork.Conditional conditional) {
            conditional.bodies().forEach(body -> body.embedded = true);
        }
    }

    /** Whether it belongs to a node of another graph, which alone destroys and instantiates it. */
    public boolean isEmbedded() {
        return embedded;
    }

    /** Whether a node of it allocates or frees. */
    private boolean hasMemoryNodes() {
        return nodes.stream()
                .map(each -> each.work().type())
                .anyMatch(type -> type == GraphNodeType.MEMORY_ALLOCATION || type == GraphNodeType.MEMORY_FREE);
    }

    private void checkRemoval() {
        if (hasMemoryNodes()) {
            throw new CudaException(
                    CudaError.INVALID_VALUE,
                    "a graph with allocation or free nodes keeps its nodes and dependencies; build it again");
        }
    }

    /** Adds a condition for one of its conditional nodes ({@code cudaGraphConditionalHandleCreate}). */
    public void add(GraphCondition condition) {
        conditions.add(condition);
    }

    /** Whether each of its conditions belongs to a conditional node, here or in a nested graph. */
    boolean usesAllConditions() {
        return usedConditions().containsAll(conditions);
    }

    /** The conditions that nodes test, here and in nested graphs. */
    Set<GraphCondition> usedConditions() {
        Set<GraphCondition> used = new HashSet<>();
        for (GraphNode each : nodes) {
            if (each.work() instanceof GraphWork.Conditional conditional) {
                used.add(conditional.condition());
                conditional.bodies().forEach(body -> used.addAll(body.usedConditions()));
            } else if (each.work() instanceof GraphWork.Nested nested) {
                used.addAll(nested.graph().usedConditions());
            }
        }
        return used;
    }

    /** Whether a node of a kind is in it, in a nested graph or in a body of a conditional node. */
    public boolean contains(Predicate<GraphWork> kind) {
        return nodes.stream()
                .map(GraphNode::work)
                .anyMatch(work -> kind.test(work)
                        || (work instanceof GraphWork.Nested nested
                                && nested.graph().contains(kind))
                        || (work instanceof GraphWork.Conditional tested
                                && tested.bodies().stream().anyMatch(body -> body.contains(kind))));
    }

    private void check(GraphNode node) {
        if (node.graph() != this || !nodes.contains(node)) {
            throw new CudaException(CudaError.INVALID_VALUE, "a node belongs to another graph");
        }
    }

    /** Adds a dependency. @throws CudaException if it exists, or a node belongs to another graph */
    public void addDependency(GraphNode from, GraphNode to) {
        addDependency(from, to, DependencyPort.COMPLETION);
    }

    /**
     * Adds a dependency on a state of a node.
     *
     * @throws CudaException if it exists, a node belongs to another graph, or the port is programmatic and a node is not a kernel
     */
    public void addDependency(GraphNode from, GraphNode to, DependencyPort port) {
        check(from);
        check(to);
        if (from == to || to.dependsOn(from)) {
            throw new CudaException(CudaError.INVALID_VALUE, "a dependency of a graph exists already");
        }
        checkPort(from, to, port);
        to.addDependency(from, port);
    }

    /** Changes the port of a dependency. @throws CudaException as {@link #addDependency(GraphNode, GraphNode, DependencyPort)} */
    public void changePort(GraphNode from, GraphNode to, DependencyPort port) {
        checkPort(from, to, port);
        to.addDependency(from, port);
    }

    private static void checkPort(GraphNode from, GraphNode to, DependencyPort port) {
        boolean areKernels = from.work() instanceof GraphWork.Launch && to.work() instanceof GraphWork.Launch;
        if (port.isProgrammatic() && !areKernels) {
            throw new CudaException(
                    CudaError.INVALID_VALUE, "a programmatic dependency is not between kernels; use an ordinary one");
        }
    }

    /** Removes a dependency. @throws CudaException if there is none, a node belongs to another graph, or the graph has memory nodes */
    public void removeDependency(GraphNode from, GraphNode to) {
        check(from);
        check(to);
        checkRemoval();
        if (!to.dependsOn(from)) {
            throw new CudaException(CudaError.INVALID_VALUE, "a graph has no such dependency");
        }
        to.removeDependency(from);
    }

    /** Removes a node and its edges. @throws CudaException if device code may update it, or the graph has memory nodes */
    public void remove(GraphNode node) {
        check(node);
        checkRemoval();
        if (node.work() instanceof GraphWork.Launch launch && launch.deviceNode() != 0) {
            throw new CudaException(
                    CudaError.INVALID_VALUE, "a node that device code can update stays in its graph; build it again");
        }
        nodes.remove(node);
        nodes.forEach(each -> each.removeDependency(node));
    }

    /** The nodes, in the order in which they were added. */
    public List<GraphNode> nodes() {
        return Collections.unmodifiableList(nodes);
    }

    /** The nodes without dependencies. */
    public List<GraphNode> roots() {
        return nodes.stream().filter(each -> each.dependencies().isEmpty()).toList();
    }

    /** The nodes without dependents. */
    List<GraphNode> leaves() {
        Set<GraphNode> before = new HashSet<>();
        nodes.forEach(each -> before.addAll(each.dependencies()));
        return nodes.stream().filter(each -> !before.contains(each)).toList();
    }

    /** All edges, by their second node. */
    public List<Edge> edges() {
        return nodes.stream()
                .flatMap(to -> to.dependencies().stream().map(from -> new Edge(from, to, to.port(from))))
                .toList();
    }

    /** The nodes that depend on a node. */
    public List<GraphNode> dependents(GraphNode node) {
        return nodes.stream().filter(each -> each.dependsOn(node)).toList();
    }

    /** A copy ({@code cudaGraphClone}): nested graphs are copied too. */
    public Graph copy() {
        Graph copy = new Graph();
        Map<GraphNode, GraphNode> copies = new HashMap<>();
        for (GraphNode each : nodes) {
            GraphWork work = each.work();
            if (work instanceof GraphWork.Nested nested) {
                work = new GraphWork.Nested(nested.graph().copy());
            } else if (work instanceof GraphWork.Conditional tested) {
                work = new GraphWork.Conditional(
                        tested.condition(),
                        tested.kind(),
                        tested.bodies().stream().map(Graph::copy).toList());
            }
            GraphNode node = new GraphNode(copy, work, each);
            copies.put(each, node);
            copy.nodes.add(node);
            embed(work);
        }
        for (GraphNode each : nodes) {
            GraphNode node = Objects.requireNonNull(copies.get(each));
            each.dependencies()
                    .forEach(on -> node.addDependency(Objects.requireNonNull(copies.get(on)), each.port(on)));
        }
        return copy;
    }

    /** Whether the edges form a cycle. */
    public boolean isCyclic() {
        return ordered().size() < nodes.size();
    }

    /** The nodes in topological order, without nodes of cycles and their dependents. */
    List<GraphNode> ordered() {
        List<GraphNode> ordered = new ArrayList<>();
        Set<GraphNode> placed = new HashSet<>();
        boolean found = true;
        while (found) {
            found = false;
            for (GraphNode each : nodes) {
                if (!placed.contains(each) && placed.containsAll(each.dependencies())) {
                    placed.add(each);
                    ordered.add(each);
                    found = true;
                }
            }
        }
        return ordered;
    }

    /** The graph in the language of Graphviz ({@code cudaGraphDebugDotPrint}). */
    public String dot() {
        StringBuilder text = new StringBuilder("digraph cudaGraph {\n");
        appendDot(text, "n");
        return text.append("}\n").toString();
    }

    private void appendDot(StringBuilder text, String prefix) {
        for (int i = 0; i < nodes.size(); i++) {
            GraphWork work = nodes.get(i).work();
            String name = prefix + i;
            String label = work instanceof GraphWork.Launch launch
                    ? launch.kernel().name() + "\\n<<<" + launch.shape().blocks() + ", "
                            + launch.shape().threadsPerBlock() + ", "
                            + launch.shape().dynamicSharedBytes() + ">>>"
                    : work.type().toString();
            text.append("  ").append(name).append(" [label=\"").append(label).append("\"];\n");
            if (work instanceof GraphWork.Nested nested) {
                text.append("  subgraph cluster_").append(name).append(" {\n");
                nested.graph().appendDot(text, name + "_");
                text.append("  }\n");
            }
            if (work instanceof GraphWork.Conditional conditional) {
                for (int body = 0; body < conditional.bodies().size(); body++) {
                    String part = name + "_" + body;
                    text.append("  subgraph cluster_").append(part).append(" {\n");
                    conditional.bodies().get(body).appendDot(text, part + "_");
                    text.append("  }\n");
                }
            }
            for (GraphNode on : nodes.get(i).dependencies()) {
                text.append("  ").append(prefix).append(nodes.indexOf(on));
                text.append(" -> ").append(name);
                if (nodes.get(i).port(on).isProgrammatic()) {
                    text.append(" [style=dashed]");
                }
                text.append(";\n");
            }
        }
    }
}
