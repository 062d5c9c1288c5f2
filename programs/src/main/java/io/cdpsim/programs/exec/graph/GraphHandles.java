package io.cdpsim.programs.exec.graph;

import io.cdpsim.programs.exec.protocol.CallArguments;
import io.cdpsim.programs.exec.protocol.CallResults;
import io.cdpsim.programs.exec.protocol.HandleTable;
import io.cdpsim.programs.exec.table.CallReply;
import io.cdpsim.runtime.graph.DependencyPort;
import io.cdpsim.runtime.graph.Graph;
import io.cdpsim.runtime.graph.GraphNode;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.runtime.version.CudaException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The graphs and nodes of a program by their handles, and the data of edges in calls. */
public final class GraphHandles {
    private static final int EDGE_DATA_BYTES = 8;

    /** By CUDA's numbers. */
    private static final List<DependencyPort> PORTS =
            List.of(DependencyPort.COMPLETION, DependencyPort.PROGRAMMATIC, DependencyPort.LAUNCH_COMPLETION);

    private final HandleTable<Graph> graphs = new HandleTable<>(0x8000_0000L);
    private final HandleTable<GraphNode> nodes = new HandleTable<>(0x9000_0000L);
    private final IdentityHashMap<GraphNode, Long> handleOf = new IdentityHashMap<>();

    /** No graphs. */
    public GraphHandles() {}

    /** Assigns a handle to a new graph. */
    public long add(Graph graph) {
        return graphs.add(graph);
    }

    /** The handle of a graph, a new one if it has none. */
    public long of(Graph graph) {
        return graphs.handleOf(graph);
    }

    /** The handle of a node, a new one if it has none. */
    public long of(GraphNode node) {
        return handleOf.computeIfAbsent(node, nodes::add);
    }

    /** The graph of a handle. @throws CudaException if there is none */
    public Graph graph(long handle) {
        Graph graph = graphs.get(handle);
        if (graph == null) {
            throw new CudaException(CudaError.INVALID_VALUE, "0x" + Long.toHexString(handle) + " is not a graph");
        }
        return graph;
    }

    /** The node of a handle. @throws CudaException if there is none */
    public GraphNode node(long handle) {
        GraphNode node = nodes.get(handle);
        if (node == null) {
            throw new CudaException(CudaError.INVALID_VALUE, "0x" + Long.toHexString(handle) + " is not a graph node");
        }
        return node;
    }

    /** Removes the handle of a graph. @return the graph, or null if there is none */
    public @Nullable Graph remove(long handle) {
        return graphs.remove(handle);
    }

    /** Removes the handle of a graph, if it has one. @return the nodes of the graph */
    public List<GraphNode> forget(Graph graph) {
        var unused = graphs.removeIf(each -> each == graph);
        return graph.nodes();
    }

    /** Removes the handle of a node. */
    public void forget(GraphNode node) {
        Long handle = handleOf.remove(node);
        if (handle != null) {
            nodes.remove(handle);
        }
    }

    /** The nodes in the arguments of a call. */
    public List<GraphNode> dependencies(CallArguments in) {
        List<GraphNode> dependencies = new ArrayList<>();
        for (long each : in.quads()) {
            dependencies.add(node(each));
        }
        return dependencies;
    }

    /** A reply with a handle. */
    public static CallReply reply(long handle) {
        return CallReply.of(new CallResults().quad(handle));
    }

    /** A reply with the handles of nodes. */
    public CallReply reply(List<GraphNode> some) {
        CallResults results = new CallResults();
        some.forEach(each -> results.quad(of(each)));
        return CallReply.of(results);
    }

    /** A reply with the handles of nodes, each with the port of its edge. */
    public CallReply reply(List<GraphNode> some, Function<GraphNode, DependencyPort> port) {
        CallResults results = new CallResults();
        some.forEach(each -> results.quad(of(each)).quad(port.apply(each).number()));
        return CallReply.of(results);
    }

    /** A reply with the edges of a graph. */
    public CallReply reply(Graph graph) {
        CallResults results = new CallResults();
        graph.edges()
                .forEach(each -> results.quad(of(each.from()))
                        .quad(of(each.to()))
                        .quad(each.port().number()));
        return CallReply.of(results);
    }

    /** What a call does to an edge. */
    @FunctionalInterface
    public interface EdgeChange {
        /** Changes an edge. */
        void of(GraphNode from, GraphNode to, DependencyPort port);
    }

    /** Changes the edges in the arguments of a call. */
    public void edges(CallArguments in, EdgeChange change) {
        var unused = graph(in.quad());
        long[] from = in.quads();
        long[] to = in.quads();
        byte[] data = in.bytes();
        for (int i = 0; i < from.length; i++) {
            change.of(node(from[i]), node(to[i]), port(data, i));
        }
    }

    /** The ports of dependencies that have another one than the default. */
    public static Map<GraphNode, DependencyPort> ports(List<GraphNode> dependencies, CallArguments in) {
        byte[] data = in.bytes();
        Map<GraphNode, DependencyPort> ports = new HashMap<>();
        for (int i = 0; i < dependencies.size(); i++) {
            if (port(data, i) != DependencyPort.COMPLETION) {
                ports.put(dependencies.get(i), port(data, i));
            }
        }
        return ports;
    }

    /** The port in the data of an edge ({@code cudaGraphEdgeData}); the default if there are no data. */
    private static DependencyPort port(byte[] data, int edge) {
        int at = edge * EDGE_DATA_BYTES;
        if (at >= data.length) {
            return DependencyPort.COMPLETION;
        }
        int from = data[at];
        int to = data[at + 1];
        int type = data[at + 2];
        boolean isProgrammatic = type == 1;
        boolean fits = isProgrammatic ? from != DependencyPort.COMPLETION.number() : from != 1;
        if (from < 0 || from >= PORTS.size() || to != 0 || type < 0 || type > 1 || !fits) {
            throw new CudaException(
                    CudaError.INVALID_VALUE, "the ports and the type of an edge do not fit; see cudaGraphEdgeData");
        }
        return PORTS.get(from);
    }
}
