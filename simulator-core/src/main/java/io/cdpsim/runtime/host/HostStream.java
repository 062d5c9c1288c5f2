package io.cdpsim.runtime.host;

import io.cdpsim.runtime.device.Device;
import io.cdpsim.runtime.graph.GraphNode;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A stream of the host: its work runs in order. Made by {@link Host#createStream}. */
public final class HostStream {
    /** A piece of work in a stream. */
    static final class Operation {
        final long sequence;
        final long notBefore;
        final long gapCycles;
        final long pollCycles;
        final java.util.function.Consumer<Runnable> start;
        boolean started;

        /**
         * @param sequence position among all work of the host
         * @param notBefore earliest cycle at which the device can know of it
         * @param gapCycles from the end of what precedes it in the stream to its start
         * @param pollCycles how often it looks whether what precedes it has ended, once it has had to wait; 0 if it is told
         * @param start starts the work; runs what it is given when the work is done
         */
        Operation(
                long sequence,
                long notBefore,
                long gapCycles,
                long pollCycles,
                java.util.function.Consumer<Runnable> start) {
            this.sequence = sequence;
            this.notBefore = notBefore;
            this.gapCycles = gapCycles;
            this.pollCycles = pollCycles;
            this.start = start;
        }

        /** When it starts if what precedes it has ended at a cycle. */
        long startAfter(long ended) {
            if (pollCycles == 0 || ended <= notBefore) {
                return Math.max(notBefore, ended + gapCycles);
            }
            return notBefore + (ended - notBefore + pollCycles - 1) / pollCycles * pollCycles;
        }
    }

    private final Device device;
    private final int index;
    private final boolean isDefault;
    private final boolean isBlocking;
    private final Deque<Operation> operations = new ArrayDeque<>();
    private long lastDone;
    private boolean destroyed;
    private boolean abandoned;
    private @Nullable GraphCapture capture;
    private List<GraphNode> lastCaptured = List.of();

    HostStream(Device device, int index, boolean isDefault, boolean isBlocking) {
        this.index = index;
        this.device = device;
        this.isDefault = isDefault;
        this.isBlocking = isBlocking;
    }

    /** Number of the stream, from 0 in the order of making. */
    int index() {
        return index;
    }

    Device device() {
        return device;
    }

    /**
     * Whether work in the two runs in the order of the calls: one is the legacy default stream of the device, and the other was not made
     * without blocking.
     */
    boolean isOrderedWith(HostStream other) {
        return other != this
                && other.device == device
                && ((isDefault && other.isBlocking) || (other.isDefault && isBlocking));
    }

    /** The capture that it takes part in; null if its work is run. */
    @Nullable
    GraphCapture capture() {
        return capture;
    }

    /** The captured nodes that its next work depends on. */
    List<GraphNode> lastCaptured() {
        return lastCaptured;
    }

    /** It takes part in a capture, or in none. */
    void capture(@Nullable GraphCapture joined, List<GraphNode> last) {
        capture = joined;
        lastCaptured = last;
    }

    boolean isDefault() {
        return isDefault;
    }

    boolean isBlocking() {
        return isBlocking;
    }

    /** Nothing more will be put into it. */
    void destroy() {
        destroyed = true;
    }

    /** Its device does nothing of its work any more. */
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

    /** The oldest work that is not done. */
    Operation head() {
        return operations.element();
    }

    /** Position of the oldest work that is not done. */
    long oldest() {
        return operations.isEmpty() ? Long.MAX_VALUE : operations.element().sequence;
    }

    void headDone(long now) {
        operations.remove();
        lastDone = now;
    }

    long lastDone() {
        return lastDone;
    }
}
