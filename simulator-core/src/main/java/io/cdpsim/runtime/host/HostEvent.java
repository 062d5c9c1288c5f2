package io.cdpsim.runtime.host;

import io.cdpsim.runtime.graph.DependencyPort;
import io.cdpsim.runtime.graph.GraphNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An event of the host, created by {@link Host#createEvent}. */
public final class HostEvent {
    private long cycle = -1;
    private long recordings;
    private long reached;
    private final List<Waiter> waiters = new ArrayList<>();

    private record Waiter(long recording, Runnable action) {}

    private @Nullable GraphCapture capture;
    private Map<GraphNode, DependencyPort> captured = Map.of();

    HostEvent() {}

    /** Sets the capture of its last recording and the ports of nodes that it follows, or null if the recording was not captured. */
    void captured(@Nullable GraphCapture newCapture, Map<GraphNode, DependencyPort> predecessors) {
        capture = newCapture;
        captured = predecessors;
    }

    /** The capture that contains its last recording, or null. */
    @Nullable
    GraphCapture capture() {
        return capture;
    }

    /** Whether its last recording was captured. */
    public boolean isCaptured() {
        return capture != null;
    }

    Map<GraphNode, DependencyPort> captured() {
        return captured;
    }

    void recorded() {
        recordings++;
    }

    void reachedAt(long now) {
        reached++;
        cycle = now;
        List<Waiter> due = new ArrayList<>(waiters);
        for (Waiter waiter : due) {
            if (reached >= waiter.recording) {
                waiters.remove(waiter);
                waiter.action.run();
            }
        }
    }

    /** Runs an action when a number of recordings have been reached. */
    void whenReached(long recording, Runnable action) {
        if (reached >= recording) {
            action.run();
        } else {
            waiters.add(new Waiter(recording, action));
        }
    }

    long recordings() {
        return recordings;
    }

    /** Whether all its recordings have been reached. */
    public boolean isComplete() {
        return reached == recordings;
    }

    /** The cycle at which the event was reached, or -1. */
    public long cycle() {
        return cycle;
    }
}
