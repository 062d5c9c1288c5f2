package io.cdpsim.runtime.host;

import io.cdpsim.engine.Engine;
import io.cdpsim.profile.ClockSpec;
import io.cdpsim.profile.HostApiSpec;
import io.cdpsim.runtime.device.Device;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

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

    private void add(HostStream stream, long gapCycles, long pollCycles, Consumer<Runnable> start) {
        long arrival = engine.now() + clock.cyclesFromNanos(costs.launchToStartNanos());
        stream.add(new HostStream.Operation(++sequence, arrival, gapCycles, pollCycles, start));
        startReady();
    }

    private void startReady() {
        for (int i = 0; i < streams.size(); i++) {
            HostStream stream = streams.get(i);
            if (!stream.isIdle() && !stream.head().started && mayStart(stream)) {
                HostStream.Operation head = stream.head();
                head.started = true;
                long at = head.startAfter(stream.lastDone());
                engine.schedule(Math.max(at, engine.now()), startEvent, stream.index());
            }
        }
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
        stream.head().start.accept(() -> {
            if (stream.isAbandoned()) {
                return;
            }
            stream.headDone(engine.now());
            if (stream.isDestroyed() && stream.isIdle()) {
                streams.remove(stream);
            }
            startReady();
        });
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
}
