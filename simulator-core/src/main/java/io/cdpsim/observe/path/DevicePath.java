package io.cdpsim.observe.path;

import io.cdpsim.observe.DispatchState;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the path must know of a device. */
final class DevicePath {
    /** What was done last in each stream of the host. */
    private final Map<Integer, Chain> streams = new HashMap<>();

    private @Nullable Chain doneLast;

    private @Nullable Chain completed;

    /** Copies and fills of device code, which are told when they begin: they are completed once they end. */
    private final Deque<Chain> moving = new ArrayDeque<>();

    /** The warp that has called the device runtime last. */
    @Nullable
    Chain caller;

    private @Nullable Chain postedFrom;
    private @Nullable Chain posted;

    private DispatchState.State state = DispatchState.State.ADMITS;
    private long stateSince;
    private long slotCycles;

    void doneInStream(int stream, Chain chain) {
        streams.merge(stream, chain, Chain::later);
        doneLast = doneLast == null ? chain : Chain.later(doneLast, chain);
    }

    /** Something that other grids may wait for is complete. */
    void completed(Chain chain) {
        completed = chain;
    }

    /** A copy or a fill of device code will have ended when its chain does. */
    void moves(Chain chain) {
        moving.add(chain);
    }

    /** What was completed last, up to a time. */
    @Nullable
    Chain completedBy(long time) {
        for (Chain each = moving.peek(); each != null && each.end() <= time; each = moving.peek()) {
            moving.remove();
            completed = completed == null ? each : Chain.later(completed, each);
        }
        return completed;
    }

    /** What comes before an operation of a stream: the host, or what was done before. The default stream is ordered with all others. */
    Chain before(int stream, int defaultStream, Chain host) {
        if (stream == defaultStream) {
            return Chain.later(host, doneLast);
        }
        return Chain.later(Chain.later(host, streams.get(stream)), streams.get(defaultStream));
    }

    /** A grid that the last caller posts; those of one call share a chain. */
    Chain postedBy(Chain otherwise, long time) {
        Chain from = caller == null ? otherwise : caller;
        Chain last = posted;
        if (last != null && from == postedFrom && last.end() == time) {
            return last;
        }
        Chain chain = from.to(time, PathPart.LAUNCH_CALL);
        postedFrom = from;
        posted = chain;
        return chain;
    }

    /** What the block scheduler does from now on. */
    void state(DispatchState.State next, long time) {
        slotCycles = slotCycles(time);
        state = next;
        stateSince = time;
    }

    /** For how long the device could hold no further grid, up to a time. */
    long slotCycles(long time) {
        return slotCycles + (state == DispatchState.State.RESIDENT_GRIDS ? Math.max(0, time - stateSince) : 0);
    }
}
