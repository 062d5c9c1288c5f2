package io.cdpsim.runtime.host;

import io.cdpsim.engine.Engine;
import io.cdpsim.profile.ClockSpec;
import io.cdpsim.profile.HostApiSpec;
import io.cdpsim.runtime.call.GridDependency;
import io.cdpsim.runtime.device.Device;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Executes the work in the streams of the host: in order within a stream, and in order between the legacy default stream of a
 * device and its blocking streams.
 */
final class HostQueues {
    private final Engine engine;
    private final ClockSpec clock;
    private final HostApiSpec costs;
    /** All streams ever created, by number. */
    private final List<HostStream> created = new ArrayList<>();

    /** The streams that have work or may get some. */
    private final List<HostStream> streams = new ArrayList<>();

    private final StreamCaptures captures = new StreamCaptures(created);
    private final int startEvent;
    private long sequence;

    HostQueues(Engine engine, ClockSpec clock, HostApiSpec costs) {
        this.engine = engine;
        this.clock = clock;
        this.costs = costs;
        startEvent = engine.register((now, index) -> start(created.get((int) index)));
    }

    HostStream createStream(Device device, boolean isDefault, boolean isBlocking) {
        HostStream stream = new HostStream(device, created.size(), isDefault, isBlocking);
        created.add(stream);
        streams.add(stream);
        return stream;
    }

    /** Destroys a stream. It is removed when its work is complete. */
    void destroy(HostStream stream) {
        captures.destroyed(stream);
        stream.destroy();
        if (stream.isIdle()) {
            streams.remove(stream);
        }
    }

    /** Drops all streams of a device with their outstanding work. */
    void abandon(Device device) {
        for (HostStream each : created) {
            if (each.device() == device) {
                each.abandon();
                streams.remove(each);
            }
        }
    }

    /** The captures of streams into graphs. */
    StreamCaptures captures() {
        return captures;
    }

    /** The costs of host calls. */
    HostApiSpec costs() {
        return costs;
    }

    /**
     * Appends work to a stream. It reaches the device some time after the call.
     *
     * @param gapNanos from the end of its predecessor in the stream to its start, nanoseconds
     * @param start starts the work and runs its argument when the work is complete
     */
    void add(HostStream stream, double gapNanos, Consumer<Runnable> start) {
        add(stream, clock.cyclesFromNanos(gapNanos), 0, start);
    }

    /**
     * Appends work that polls for the end of its predecessor.
     *
     * @param pollNanos interval of the polls, nanoseconds
     */
    void addPolling(HostStream stream, double pollNanos, Consumer<Runnable> start) {
        add(stream, 0, clock.cyclesFromNanos(pollNanos), start);
    }

    private HostStream.Operation add(HostStream stream, long gapCycles, long pollCycles, Consumer<Runnable> start) {
        HostStream.Operation operation = operation(gapCycles, pollCycles, start);
        stream.add(operation);
        startReady();
        return operation;
    }

    private HostStream.Operation operation(long gapCycles, long pollCycles, Consumer<Runnable> start) {
        long arrival = engine.now() + clock.cyclesFromNanos(costs.launchToStartNanos());
        return new HostStream.Operation(++sequence, arrival, gapCycles, pollCycles, start);
    }

    /** Starts a launch. */
    interface LaunchStart {
        /**
         * Starts it.
         *
         * @param done to run when it is complete
         * @param released to run when a dependent launch behind it may start
         * @param ahead the work ahead of it, which may not be complete; null if it is
         */
        void start(Runnable done, Runnable released, @Nullable GridDependency ahead);
    }

    /**
     * Appends a launch to a stream.
     *
     * @param isDependent whether it may start before the launch ahead of it is complete, once that allows it (rule D-1)
     */
    void addLaunch(HostStream stream, boolean isDependent, LaunchStart launch) {
        HostStream.Operation last = isDependent ? stream.last() : null;
        GridDependency ahead = last == null ? null : last.dependency;
        HostStream.Operation[] self = new HostStream.Operation[1];
        HostStream.Operation operation = operation(
                clock.cyclesFromNanos(costs.backToBackNanos()),
                0,
                done -> launch.start(done, () -> release(self[0]), ahead));
        self[0] = operation;
        operation.isLaunch = true;
        if (isDependent) {
            operation.dependentGapCycles = clock.cyclesFromNanos(costs.dependentStartNanos());
        }
        stream.add(operation);
        startReady();
    }

    private void release(HostStream.Operation operation) {
        if (operation.releasedAt < 0) {
            operation.releasedAt = engine.now();
            startReady();
        }
    }

    private void startReady() {
        for (int i = 0; i < streams.size(); i++) {
            HostStream stream = streams.get(i);
            if (stream.isIdle()) {
                continue;
            }
            HostStream.Operation head = stream.head();
            HostStream.Operation next = head.started ? dependent(stream, head) : head;
            if (next != null && !next.started && mayStart(stream)) {
                next.started = true;
                long at = next == head ? head.startAfter(stream.lastDone()) : startBeside(next, head);
                engine.schedule(Math.max(at, engine.now()), startEvent, stream.index());
            }
        }
    }

    private static long startBeside(HostStream.Operation next, HostStream.Operation head) {
        return Math.max(next.arrival, head.releasedAt + next.dependentGapCycles);
    }

    /** The launch that may start beside the oldest work of a stream; null if there is none. */
    private static HostStream.@Nullable Operation dependent(HostStream stream, HostStream.Operation head) {
        HostStream.Operation second = head.running && head.releasedAt >= 0 ? stream.second() : null;
        return second != null && second.dependentGapCycles >= 0 ? second : null;
    }

    private boolean mayStart(HostStream stream) {
        long oldest = stream.oldest();
        for (HostStream other : streams) {
            if (other.oldest() < oldest && stream.isOrderedWith(other)) {
                return false;
            }
        }
        return true;
    }

    private void start(HostStream stream) {
        if (stream.isAbandoned()) {
            return;
        }
        HostStream.Operation operation = stream.nextToRun();
        if (operation == null) {
            return;
        }
        operation.running = true;
        operation.start.accept(() -> {
            if (stream.isAbandoned()) {
                return;
            }
            operation.complete = true;
            long waitsEnd = engine.now() + clock.cyclesFromNanos(costs.dependentWaitNanos());
            operation.dependency.complete(stream.device().gpu(), waitsEnd);
            while (!stream.isIdle() && stream.head().complete) {
                stream.headDone(engine.now());
            }
            if (stream.isDestroyed() && stream.isIdle()) {
                streams.remove(stream);
            }
            startReady();
        });
    }

    /** Whether all work in a stream is complete; of the legacy default stream also that of the streams that its work waits for. */
    boolean isIdle(HostStream stream) {
        if (!stream.isIdle() || !stream.isDefault()) {
            return stream.isIdle();
        }
        for (HostStream other : streams) {
            if (stream.isOrderedWith(other) && !other.isIdle()) {
                return false;
            }
        }
        return true;
    }

    /** Whether all work in all streams of a device is complete. */
    boolean isIdle(Device device) {
        for (HostStream stream : streams) {
            if (stream.device() == device && !stream.isIdle()) {
                return false;
            }
        }
        return true;
    }

    /** Whether a launch in a stream of a device is not complete; copies and fills do not count. */
    boolean runsKernels(Device device) {
        return streams.stream().anyMatch(stream -> stream.device() == device && stream.hasLaunch());
    }
}
