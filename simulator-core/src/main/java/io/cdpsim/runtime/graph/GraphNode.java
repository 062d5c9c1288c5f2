package io.cdpsim.runtime.graph;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A piece of work in a {@link Graph}, and the nodes that it depends on. Made by {@link Graph#add}. */
public final class GraphNode {
    private final Graph graph;
    private final @Nullable GraphNode original;
    private final List<GraphNode> dependencies = new ArrayList<>();
    private GraphWork work;

    GraphNode(Graph graph, GraphWork work, @Nullable GraphNode original) {
        this.graph = graph;
        this.work = work;
        this.original = original;
    }

    /** The graph that it belongs to. */
    public Graph graph() {
        return graph;
    }

    /** The node of the graph that this one's graph was cloned from; null if it is no clone. */
    public @Nullable GraphNode original() {
        return original;
    }

    /** What it does. */
    public GraphWork work() {
        return work;
    }

    /** Changes what it does, in graphs instantiated from now on. @throws IllegalArgumentException if the type differs */
    public void work(GraphWork changed) {
        if (changed.type() != work.type()) {
            throw new IllegalArgumentException(
                    "a " + work.type() + " node cannot become a " + changed.type() + " node");
        }
        work = changed;
    }

    /** The nodes that must be complete before it starts, in the order of their adding. */
    public List<GraphNode> dependencies() {
        return Collections.unmodifiableList(dependencies);
    }

    boolean dependsOn(GraphNode other) {
        return dependencies.contains(other);
    }

    void addDependency(GraphNode other) {
        dependencies.add(other);
    }

    void removeDependency(GraphNode other) {
        dependencies.remove(other);
    }
}
