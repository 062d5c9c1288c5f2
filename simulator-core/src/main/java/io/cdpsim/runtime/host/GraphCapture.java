package io.cdpsim.runtime.host;

import io.cdpsim.runtime.graph.Graph;
import io.cdpsim.runtime.graph.GraphNode;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;

/** A capture in progress: the graph that calls are recorded into, and the streams that take part. */
public final class GraphCapture {
    private final Graph graph;
    private final HostStream origin;
    private final Mode mode;
    private final long id;
    private final Set<HostStream> streams = new LinkedHashSet<>();
    private boolean invalid;

    /** {@code cudaStreamCaptureMode}: which calls of which threads a capture forbids. */
    public enum Mode {
        /** No thread may make unsafe calls. */
        GLOBAL,
        /** The capturing thread may not. */
        THREAD_LOCAL,
        /** All may. */
        RELAXED
    }

    /** {@code cudaStreamCaptureStatus}. */
    public enum Status {
        NONE,
        ACTIVE,
        INVALIDATED
    }

    GraphCapture(Graph graph, HostStream origin, Mode mode, long id) {
        this.graph = graph;
        this.origin = origin;
        this.mode = mode;
        this.id = id;
    }

    /** The graph recorded so far. */
    public Graph graph() {
        return graph;
    }

    /** Its number in the run, from 1. */
    public long id() {
        return id;
    }

    HostStream origin() {
        return origin;
    }

    boolean forbidsUnsafeCalls() {
        return mode != Mode.RELAXED && !invalid;
    }

    boolean isInvalid() {
        return invalid;
    }

    void invalidate() {
        invalid = true;
    }

    void join(HostStream stream) {
        streams.add(stream);
    }

    Set<HostStream> streams() {
        return streams;
    }

    /** Whether the origin stream waits for all that other streams have captured. */
    boolean isJoined() {
        Set<GraphNode> reached = new HashSet<>(origin.lastCaptured());
        Deque<GraphNode> open = new ArrayDeque<>(reached);
        while (!open.isEmpty()) {
            for (GraphNode each : open.remove().dependencies()) {
                if (reached.add(each)) {
                    open.add(each);
                }
            }
        }
        return streams.stream().allMatch(each -> reached.containsAll(each.lastCaptured()));
    }
}
