package io.cdpsim.runtime.host;

import io.cdpsim.runtime.graph.CaptureMode;
import io.cdpsim.runtime.graph.CaptureThread;
import io.cdpsim.runtime.graph.Graph;
import io.cdpsim.runtime.graph.GraphNode;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;

/** A stream capture in progress: its graph and the participating streams. */
public final class GraphCapture {
    private final Graph graph;
    private final HostStream origin;
    private final CaptureMode mode;
    private final CaptureThread thread;
    private final long id;
    private final Set<HostStream> streams = new LinkedHashSet<>();
    private boolean invalid;

    /** {@code cudaStreamCaptureStatus}. */
    public enum Status {
        NONE,
        ACTIVE,
        INVALIDATED
    }

    GraphCapture(Graph graph, HostStream origin, CaptureMode mode, CaptureThread thread, long id) {
        this.graph = graph;
        this.origin = origin;
        this.mode = mode;
        this.thread = thread;
        this.id = id;
    }

    /** The graph captured so far. */
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

    /** Whether it forbids unsafe calls by a thread. */
    boolean forbidsUnsafeCalls(CaptureThread caller) {
        if (mode == CaptureMode.RELAXED) {
            return false;
        }
        return switch (caller.mode()) {
            case GLOBAL -> thread == caller || mode == CaptureMode.GLOBAL;
            case THREAD_LOCAL -> thread == caller;
            case RELAXED -> false;
        };
    }

    /** Whether a thread may end it: the one that started it, and any thread in the mode {@link CaptureMode#RELAXED}. */
    boolean endsIn(CaptureThread caller) {
        return mode == CaptureMode.RELAXED || thread == caller;
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

    /** Whether the origin stream waits for all captured work of other streams. */
    boolean isJoined() {
        Set<GraphNode> reached = new HashSet<>(origin.lastCaptured());
        Deque<GraphNode> worklist = new ArrayDeque<>(reached);
        while (!worklist.isEmpty()) {
            for (GraphNode each : worklist.remove().dependencies()) {
                if (reached.add(each)) {
                    worklist.add(each);
                }
            }
        }
        return streams.stream().allMatch(each -> reached.containsAll(each.lastCaptured()));
    }
}
