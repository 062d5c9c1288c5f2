package io.cdpsim.runtime.graph;

import io.cdpsim.runtime.graph.GraphExec.UpdateResult;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Pairs the nodes of an executable graph with those of a graph that updates it, and finds what the update cannot change.
 *
 * <p>As {@code cudaGraphExecUpdate} states, nodes without dependents are paired in their order, and then the dependencies of paired
 * nodes in theirs.
 */
final class GraphComparison {
    private final boolean forDevice;
    private final Map<GraphNode, GraphNode> counterparts = new HashMap<>();

    /** @param forDevice whether device code may launch the executable graph */
    GraphComparison(boolean forDevice) {
        this.forDevice = forDevice;
    }

    /** The counterpart of a node of the executable graph, or of a graph inside it. */
    GraphNode counterpart(GraphNode own) {
        GraphNode node = counterparts.get(own);
        if (node == null) {
            throw new IllegalStateException("the graphs differ");
        }
        return node;
    }

    /** Compares two graphs, and the graphs inside them. */
    UpdateResult compare(Graph mine, Graph theirs) {
        UpdateResult topology = pair(mine, theirs);
        if (!topology.isSuccess()) {
            return topology;
        }
        for (GraphNode own : mine.nodes()) {
            UpdateResult result = compare(own.work(), counterpart(own));
            if (!result.isSuccess()) {
                return result;
            }
        }
        return UpdateResult.SUCCESS;
    }

    private UpdateResult pair(Graph mine, Graph theirs) {
        if (mine.nodes().size() != theirs.nodes().size()) {
            return topologyChanged(null, null);
        }
        List<GraphNode> ownLast = mine.leaves();
        List<GraphNode> last = theirs.leaves();
        if (last.size() > ownLast.size()) {
            return topologyChanged(last.get(ownLast.size()), null);
        }
        Map<GraphNode, GraphNode> owners = new HashMap<>();
        Deque<GraphNode> worklist = new ArrayDeque<>();
        for (int i = 0; i < last.size(); i++) {
            counterparts.put(ownLast.get(i), last.get(i));
            owners.put(last.get(i), ownLast.get(i));
            worklist.add(ownLast.get(i));
        }
        while (!worklist.isEmpty()) {
            GraphNode own = worklist.remove();
            GraphNode node = counterpart(own);
            List<GraphNode> ownBefore = own.dependencies();
            List<GraphNode> before = node.dependencies();
            if (ownBefore.size() != before.size()) {
                return topologyChanged(node, null);
            }
            for (int i = 0; i < before.size(); i++) {
                GraphNode paired = counterparts.putIfAbsent(ownBefore.get(i), before.get(i));
                GraphNode owner = owners.putIfAbsent(before.get(i), ownBefore.get(i));
                boolean matches = (paired == null || paired == before.get(i))
                        && (owner == null || owner == ownBefore.get(i))
                        && own.port(ownBefore.get(i)) == node.port(before.get(i));
                if (!matches) {
                    return topologyChanged(node, before.get(i));
                }
                if (paired == null) {
                    worklist.add(ownBefore.get(i));
                }
            }
        }
        return owners.size() == theirs.nodes().size() ? UpdateResult.SUCCESS : topologyChanged(null, null);
    }

    private UpdateResult compare(GraphWork mine, GraphNode node) {
        GraphWork theirs = node.work();
        if (mine.type() != theirs.type()) {
            return new UpdateResult(UpdateResult.NODE_TYPE_CHANGED, node);
        }
        if (mine instanceof GraphWork.Operation before
                && theirs instanceof GraphWork.Operation after
                && before.operands() != after.operands()) {
            return new UpdateResult(UpdateResult.PARAMETERS_CHANGED, node);
        }
        if (forDevice && !theirs.fitsDeviceGraph()) {
            return new UpdateResult(UpdateResult.UNSUPPORTED_FUNCTION_CHANGE, node);
        }
        if (mine instanceof GraphWork.Launch before && theirs instanceof GraphWork.Launch after) {
            return compare(before, after, node);
        }
        if (mine instanceof GraphWork.Conditional before && theirs instanceof GraphWork.Conditional after) {
            return compare(before, after, node);
        }
        return mine instanceof GraphWork.Nested before && theirs instanceof GraphWork.Nested after
                ? compare(before.graph(), after.graph())
                : UpdateResult.SUCCESS;
    }

    private static UpdateResult compare(GraphWork.Launch before, GraphWork.Launch after, GraphNode node) {
        if (before.deviceNode() != 0 || after.deviceNode() != 0) {
            return new UpdateResult(UpdateResult.NOT_SUPPORTED, node);
        }
        if (before.cooperative() != after.cooperative()) {
            return new UpdateResult(UpdateResult.ATTRIBUTES_CHANGED, node);
        }
        boolean startsDynamicParallelism =
                !before.kernel().usesDynamicParallelism() && after.kernel().usesDynamicParallelism();
        return startsDynamicParallelism
                ? new UpdateResult(UpdateResult.UNSUPPORTED_FUNCTION_CHANGE, node)
                : UpdateResult.SUCCESS;
    }

    private UpdateResult compare(GraphWork.Conditional before, GraphWork.Conditional after, GraphNode node) {
        if (before.kind() != after.kind()
                || before.bodies().size() != after.bodies().size()) {
            return new UpdateResult(UpdateResult.PARAMETERS_CHANGED, node);
        }
        for (int body = 0; body < before.bodies().size(); body++) {
            UpdateResult inside =
                    compare(before.bodies().get(body), after.bodies().get(body));
            if (!inside.isSuccess()) {
                return inside;
            }
        }
        return UpdateResult.SUCCESS;
    }

    private static UpdateResult topologyChanged(@Nullable GraphNode node, @Nullable GraphNode from) {
        return new UpdateResult(UpdateResult.TOPOLOGY_CHANGED, node, from);
    }
}
