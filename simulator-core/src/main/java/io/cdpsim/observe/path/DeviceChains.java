package io.cdpsim.observe.path;

import io.cdpsim.observe.RunEvent.DispatchState;
import io.cdpsim.observe.path.CriticalPathBreakdown.CriticalPathComponent;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A device, for the critical path. */
final class DeviceChains {
    /** The last completion in each stream of the host. */
    private final Map<Integer, CausalChain> streams = new HashMap<>();

    /** The launches of graphs. */
    final GraphChains graphs = new GraphChains();

    private @Nullable CausalChain doneLast;

    private @Nullable CausalChain completed;

    /** Copies and fills of device code, published at their start: they complete at their end. */
    private final Deque<CausalChain> moving = new ArrayDeque<>();

    /** The last warp that called the device runtime. */
    @Nullable
    CausalChain caller;

    private @Nullable CausalChain postedFrom;
    private @Nullable CausalChain posted;

    private DispatchState.State state = DispatchState.State.ADMITS;
    private long stateSince;
    private long slotCycles;

    void doneInStream(int stream, CausalChain chain) {
        streams.merge(stream, chain, CausalChain::later);
        doneLast = doneLast == null ? chain : CausalChain.later(doneLast, chain);
    }

    /** A completion that other grids may wait for. */
    void completed(CausalChain chain) {
        completed = chain;
    }

    /** A copy or a fill of device code, which will complete at the end of its chain. */
    void moves(CausalChain chain) {
        moving.add(chain);
    }

    /** The last completion up to a time. */
    @Nullable
    CausalChain completedBy(long time) {
        for (CausalChain each = moving.peek(); each != null && each.end() <= time; each = moving.peek()) {
            moving.remove();
            completed = completed == null ? each : CausalChain.later(completed, each);
        }
        return completed;
    }

    /** The predecessor of a stream operation: the host, or the last completion. The default stream is ordered with all others. */
    CausalChain before(int stream, int defaultStream, CausalChain host) {
        if (stream == defaultStream) {
            return CausalChain.later(host, doneLast);
        }
        return CausalChain.later(CausalChain.later(host, streams.get(stream)), streams.get(defaultStream));
    }

    /** A grid that the last caller posts; grids of one call share a chain. */
    CausalChain postedBy(CausalChain otherwise, long time) {
        CausalChain from = caller == null ? otherwise : caller;
        CausalChain last = posted;
        if (last != null && from == postedFrom && last.end() == time) {
            return last;
        }
        CausalChain chain = from.to(time, CriticalPathComponent.LAUNCH_CALL);
        postedFrom = from;
        posted = chain;
        return chain;
    }

    /** The state of the block scheduler. */
    void state(DispatchState.State next, long time) {
        slotCycles = slotCycles(time);
        state = next;
        stateSince = time;
    }

    /** How long the resident-grid limit was reached, up to a time. */
    long slotCycles(long time) {
        return slotCycles + (state == DispatchState.State.RESIDENT_GRIDS ? Math.max(0, time - stateSince) : 0);
    }
}
