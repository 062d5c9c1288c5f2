package io.cdpsim.runtime.graph;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A node of a {@link Graph}: its work and its dependencies. Created by {@link Graph#add}. */
public final class GraphNode {
    private final Graph graph;
    private final @Nullable GraphNode original;
    private final Map<GraphNode, DependencyPort> dependencies = new LinkedHashMap<>();
    private GraphWork work;

    GraphNode(Graph graph, GraphWork work, @Nullable GraphNode original) {
        this.graph = graph;
        this.work = work;
        this.original = original;
    }

    /** Its graph. */
    public Graph graph() {
        return graph;
    }

    /** The node of which this one is a clone, or null. */
    public @Nullable GraphNode original() {
        return original;
    }

    /** Its work. */
    public GraphWork work() {
        return work;
    }

    /** Changes its work, for later instantiations. @throws IllegalArgumentException if the type differs */
    public void work(GraphWork changed) {
        if (changed.type() != work.type()) {
            throw new IllegalArgumentException(
                    "a " + work.type() + " node cannot become a " + changed.type() + " node");
        }
        work = changed;
    }

    /** Its dependencies, in the order in which they were added. */
    public List<GraphNode> dependencies() {
        return List.copyOf(dependencies.keySet());
    }

    /** The port of a dependency of it. @throws IllegalArgumentException if the other node is not a dependency */
    public DependencyPort port(GraphNode dependency) {
        DependencyPort port = dependencies.get(dependency);
        if (port == null) {
            throw new IllegalArgumentException("the node does not depend on the other node");
        }
        return port;
    }

    boolean dependsOn(GraphNode other) {
        return dependencies.containsKey(other);
    }

    void addDependency(GraphNode other, DependencyPort port) {
        dependencies.put(other, port);
    }

    void removeDependency(GraphNode other) {
        dependencies.remove(other);
    }
}
