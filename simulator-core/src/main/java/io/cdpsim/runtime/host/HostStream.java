package io.cdpsim.runtime.host;

import io.cdpsim.runtime.call.GridDependency;
import io.cdpsim.runtime.device.Device;
import io.cdpsim.runtime.graph.DependencyPort;
import io.cdpsim.runtime.graph.GraphNode;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A stream of the host, whose work executes in order. Created by {@link Host#createStream}. */
public final class HostStream {
    /** An operation in a stream. */
    static final class Operation {
        final long sequence;
        final long arrival;
        final long gapCycles;
        final long pollCycles;
        final java.util.function.Consumer<Runnable> start;
        boolean started;
        /** Whether its start has run. */
        boolean running;
        /** Whether it is complete, but perhaps not the work ahead of it. */
        boolean complete;
        /** When a dependent launch behind it may start, cycles; -1 if it may not yet. */
        long releasedAt = -1;
        /** Whether it may start once the launch ahead has released it, and how long after, cycles; -1 if it may not. */
        long dependentGapCycles = -1;
        /** From the end of a copy ahead of it to its start, if it is a copy by the same engines, cycles; -1 if it is not. */
        long copyGapCycles = -1;
        /** Whether it is a launch of a kernel. */
        boolean isLaunch;
        /** Its completion, for the dependent launch behind it. */
        final GridDependency dependency = new GridDependency();

        /**
         * @param sequence position among all work of the host
         * @param arrival cycle at which it reaches the device
         * @param gapCycles from the end of its predecessor in the stream to its start
         * @param pollCycles interval at which it polls for the end of its predecessor; 0 if it is notified
         * @param start starts the work and runs its argument when the work is complete
         */
        Operation(
                long sequence,
                long arrival,
                long gapCycles,
                long pollCycles,
                java.util.function.Consumer<Runnable> start) {
            this.sequence = sequence;
            this.arrival = arrival;
            this.gapCycles = gapCycles;
            this.pollCycles = pollCycles;
            this.start = start;
        }

        /**
         * The cycle at which it starts.
         *
         * @param predecessorEnd cycle at which its predecessor ended
         * @param isBehindCopy whether its predecessor is a copy by the copy engines
         */
        long startAfter(long predecessorEnd, boolean isBehindCopy) {
            if (isBehindCopy && copyGapCycles >= 0) {
                return Math.max(arrival, predecessorEnd + copyGapCycles);
            }
            if (pollCycles == 0 || predecessorEnd <= arrival) {
                return Math.max(arrival, predecessorEnd + gapCycles);
            }
            return arrival + (predecessorEnd - arrival + pollCycles - 1) / pollCycles * pollCycles;
        }
    }

    private final Device device;
    private final int index;
    private final boolean isDefault;
    private final boolean isBlocking;
    private final Deque<Operation> operations = new ArrayDeque<>();
    private long lastDone;
    private boolean lastWasCopy;
    private boolean destroyed;
    private boolean abandoned;
    private @Nullable GraphCapture capture;
    private List<GraphNode> lastCaptured = List.of();
    private Map<GraphNode, DependencyPort> capturedPorts = Map.of();

    HostStream(Device device, int index, boolean isDefault, boolean isBlocking) {
        this.index = index;
        this.device = device;
        this.isDefault = isDefault;
        this.isBlocking = isBlocking;
    }

    /** Number of the stream, from 0 in the order of creation. */
    int index() {
        return index;
    }

    Device device() {
        return device;
    }

    /**
     * Whether work in two streams executes in call order: one is the legacy default stream of the device, and the other is a
     * blocking stream.
     */
    boolean isOrderedWith(HostStream other) {
        return other != this
                && other.device == device
                && ((isDefault && other.isBlocking) || (other.isDefault && isBlocking));
    }

    /** The capture that it participates in, or null. */
    @Nullable
    GraphCapture capture() {
        return capture;
    }

    /** The captured nodes on which its next operation depends. */
    List<GraphNode> lastCaptured() {
        return lastCaptured;
    }

    /** The port of {@link #lastCaptured} on which its next operation depends. */
    DependencyPort capturedPort(GraphNode node) {
        return capturedPorts.getOrDefault(node, DependencyPort.COMPLETION);
    }

    /** Sets the capture that it participates in, or null. */
    void capture(@Nullable GraphCapture joined, List<GraphNode> last) {
        capture(joined, last, Map.of());
    }

    /** Sets the capture that it participates in, and the ports on which its next operation depends. */
    void capture(@Nullable GraphCapture joined, List<GraphNode> last, Map<GraphNode, DependencyPort> ports) {
        capture = joined;
        lastCaptured = last;
        capturedPorts = ports;
    }

    boolean isDefault() {
        return isDefault;
    }

    boolean isBlocking() {
        return isBlocking;
    }

    /** Destroys the stream: it accepts no more work. */
    void destroy() {
        destroyed = true;
    }

    /** Drops its outstanding work. */
    void abandon() {
        destroyed = true;
        abandoned = true;
        operations.clear();
    }

    boolean isAbandoned() {
        return abandoned;
    }

    boolean isDestroyed() {
        return destroyed;
    }

    void add(Operation operation) {
        operations.add(operation);
    }

    boolean isIdle() {
        return operations.isEmpty();
    }

    /** Whether a launch in it is not complete. */
    boolean hasLaunch() {
        return operations.stream().anyMatch(each -> each.isLaunch && !each.complete);
    }

    /** The oldest incomplete operation. */
    Operation head() {
        return operations.element();
    }

    /** The operation that is started and does not run yet; null if there is none. */
    @Nullable
    Operation nextToRun() {
        for (Operation each : operations) {
            if (each.started && !each.running) {
                return each;
            }
        }
        return null;
    }

    /** The operation behind the oldest one; null if there is none. */
    @Nullable
    Operation second() {
        Iterator<Operation> each = operations.iterator();
        each.next();
        return each.hasNext() ? each.next() : null;
    }

    /** The operation added last, unless the stream is idle. */
    @Nullable
    Operation last() {
        return operations.peekLast();
    }

    /** Position of the oldest incomplete operation. */
    long oldest() {
        return operations.isEmpty() ? Long.MAX_VALUE : operations.element().sequence;
    }

    void headDone(long now) {
        lastWasCopy = operations.remove().copyGapCycles >= 0;
        lastDone = now;
    }

    /** Whether the last completed work is a copy by the copy engines. */
    boolean lastWasCopy() {
        return lastWasCopy;
    }

    long lastDone() {
        return lastDone;
    }
}
