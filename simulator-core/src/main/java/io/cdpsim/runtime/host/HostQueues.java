package io.cdpsim.runtime.host;

import io.cdpsim.engine.Engine;
import io.cdpsim.profile.ClockSpec;
import io.cdpsim.profile.HostApiSpec;
import io.cdpsim.runtime.device.Device;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;

/**
 * Runs the work in the host's streams: in order within a stream; the legacy default stream of a device in order with all its others.
 */
final class HostQueues {
    private final Engine engine;
    private final ClockSpec clock;
    private final HostApiSpec costs;
    private final List<HostStream> streams = new ArrayList<>();
    private final int startEvent;
    private long sequence;

    HostQueues(Engine engine, ClockSpec clock, HostApiSpec costs) {
        this.engine = engine;
        this.clock = clock;
        this.costs = costs;
        startEvent = engine.register((now, index) -> start(streams.get((int) index)));
    }

    /** All streams, in the order in which they were made. */
    List<HostStream> streams() {
        return Collections.unmodifiableList(streams);
    }

    HostStream createStream(Device device, boolean isDefault) {
        HostStream stream = new HostStream(device, streams.size(), isDefault);
        streams.add(stream);
        return stream;
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
                engine.schedule(Math.max(at, engine.now()), startEvent, i);
            }
        }
    }

    private boolean mayStart(HostStream stream) {
        long mine = stream.oldest();
        for (HostStream other : streams) {
            boolean ordered =
                    other != stream && other.device() == stream.device() && (stream.isDefault() || other.isDefault());
            if (ordered && other.oldest() < mine) {
                return false;
            }
        }
        return true;
    }

    private void start(HostStream stream) {
        stream.head().start.accept(() -> {
            stream.headDone(engine.now());
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
