package io.cdpsim.runtime.host;

import io.cdpsim.engine.Engine;
import io.cdpsim.profile.ClockSpec;
import io.cdpsim.profile.HostApiSpec;
import io.cdpsim.runtime.device.Device;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Runs the work in the host's streams: in order within a stream; the legacy default stream of a device in order with its others that block.
 */
final class HostQueues {
    private final Engine engine;
    private final ClockSpec clock;
    private final HostApiSpec costs;
    /** All that were ever made, by their number. */
    private final List<HostStream> made = new ArrayList<>();

    /** Those that have work or may get some. */
    private final List<HostStream> streams = new ArrayList<>();

    private final StreamCaptures captures = new StreamCaptures(made);
    private final int startEvent;
    private long sequence;

    HostQueues(Engine engine, ClockSpec clock, HostApiSpec costs) {
        this.engine = engine;
        this.clock = clock;
        this.costs = costs;
        startEvent = engine.register((now, index) -> start(made.get((int) index)));
    }

    HostStream createStream(Device device, boolean isDefault, boolean isBlocking) {
        HostStream stream = new HostStream(device, made.size(), isDefault, isBlocking);
        made.add(stream);
        streams.add(stream);
        return stream;
    }

    /** Forgets a stream as soon as its work is done. */
    void destroy(HostStream stream) {
        stream.destroy();
        if (stream.isIdle()) {
            streams.remove(stream);
        }
    }

    /** Drops all streams of a device with their work, which the device does no more. */
    void abandon(Device device) {
        for (HostStream each : made) {
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

    /** What the calls of the host cost. */
    HostApiSpec costs() {
        return costs;
    }

    /**
     * Puts work at the end of a stream, which the device learns of some time after the call.
     *
     * @param gapNanos from the end of what precedes it in the stream to its start
     * @param start starts the work; runs what it is given when the work is done
     */
    void add(HostStream stream, double gapNanos, Consumer<Runnable> start) {
        add(stream, clock.cyclesFromNanos(gapNanos), 0, start);
    }

    /**
     * The same with work that looks now and then whether what precedes it has ended.
     *
     * @param pollNanos how often it looks
     */
    void addPolling(HostStream stream, double pollNanos, Consumer<Runnable> start) {
        add(stream, 0, clock.cyclesFromNanos(pollNanos), start);
    }

    private void add(HostStream stream, long gapCycles, long pollCycles, Consumer<Runnable> start) {
        long notBefore = engine.now() + clock.cyclesFromNanos(costs.launchToStartNanos());
        stream.add(new HostStream.Operation(++sequence, notBefore, gapCycles, pollCycles, start));
        startWhatCan();
    }

    private void startWhatCan() {
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
        long mine = stream.oldest();
        for (HostStream other : streams) {
            if (other.oldest() < mine && stream.isOrderedWith(other)) {
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
            startWhatCan();
        });
    }

    /** Whether everything in all streams of a device is done. */
    boolean isIdle(Device device) {
        for (HostStream stream : streams) {
            if (stream.device() == device && !stream.isIdle()) {
                return false;
            }
        }
        return true;
    }
}
