package io.cdpsim.runtime.cost;

import io.cdpsim.engine.Engine;
import io.cdpsim.profile.DeviceLaunchSpec;
import io.cdpsim.profile.DeviceLaunchSpec.LaunchCallSpec;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Contention between the warps of a device that launch. They take turns lane by lane, not fairly (measurements, bursts). A turn is a lane's own time, one lane of each other
 * launching warp of the device through the lock, those whose turns are over included until their calls return, and one lane of each other launching warp of the SM. The lock's
 * pace changes only when a warp comes, leaves or returns or its queue gets short, each of which is one event.
 */
final class LaunchCallContention {
    /**
     * A launch call in progress.
     *
     * @param end lanes that each call of its group has served since time 0 when it ends
     * @param number calls before it
     * @param served receives the cycle at which it ends
     */
    private record Call(double end, long number, int warp, LongConsumer served) {}

    /** The launch calls of one SM into one kind of stream, which progress at one rate. */
    private static final class Group {
        private final SmCalls sm;
        private final LaunchCallSpec spec;
        private final PriorityQueue<Call> calls =
                new PriorityQueue<>(Comparator.comparingDouble(Call::end).thenComparingLong(Call::number));
        /** Lanes that each of its calls has served since time 0. */
        private double served;
        /** The sum of the ends of its calls. */
        private double ends;
        /** Cycles in which each of its calls serves a lane, at the present pace. */
        private double turnCycles;

        Group(SmCalls sm, LaunchCallSpec spec) {
            this.sm = sm;
            this.spec = spec;
        }

        double waitingLanes() {
            return ends - calls.size() * served;
        }

        double firstEndCycles() {
            return (calls.element().end - served) * turnCycles;
        }
    }

    /** The launch calls of one SM. */
    private static final class SmCalls {
        private final Map<LaunchCallSpec, Group> groups = new HashMap<>();
        private @Nullable Group latest;
        private int count;

        // An equal specification that is another object finds its group in the table.
        @SuppressWarnings("ReferenceEquality")
        Group group(LaunchCallSpec spec) {
            // Most calls of an SM are of one kind.
            Group group = latest;
            if (group == null || group.spec != spec) {
                group = groups.computeIfAbsent(spec, key -> new Group(this, spec));
                latest = group;
            }
            return group;
        }
    }

    /** Its multiples, modulo 1, are spread evenly. */
    private static final double GOLDEN_SECTION = 0.618_033_988_749_895;

    /** With this many lanes the last call takes twice the mean of all; the more wait, the less they differ (measurements, bursts: shortest and longest calls). */
    private static final double EVENLY_SPREAD_LANES = 100;

    private static final double LARGEST_EXPONENT = 2;

    private static final long NEVER = Long.MAX_VALUE;

    private final Engine engine;
    private final DeviceLaunchSpec costs;
    private final int paceEvent;
    private final Map<Integer, SmCalls> sms = new HashMap<>();
    /** The groups with calls. */
    private final List<Group> active = new ArrayList<>();
    /** Warps whose calls are served and not yet ended. */
    private final BitSet servedWarps = new BitSet();
    /** Cycles at which the calls return whose turns are over. */
    private final PriorityQueue<Long> returns = new PriorityQueue<>();

    private long servedUntil;
    private long nextChange = NEVER;
    private int calls;
    private long started;

    LaunchCallContention(Engine engine, DeviceLaunchSpec costs) {
        this.engine = engine;
        this.costs = costs;
        paceEvent = engine.register((now, unused) -> {
            if (now == nextChange) {
                nextChange = NEVER;
                serve(now);
            }
        });
    }

    /** Ends the turns of a warp. @return whether they were served */
    boolean end(int warp) {
        boolean wasServed = servedWarps.get(warp);
        servedWarps.clear(warp);
        return wasServed;
    }

    boolean isServed(int warp) {
        return servedWarps.get(warp);
    }

    /**
     * Starts the turns of a warp.
     *
     * @param served receives the cycle at which they end
     */
    void start(LaunchCallSpec spec, int warp, int sm, long now, int lanes, LongConsumer served) {
        progress(now);
        Group group = sms.computeIfAbsent(sm, key -> new SmCalls()).group(spec);
        started++;
        double turns = calls == 0 && returns.isEmpty() ? lanes : lanes * turnsFraction(waitingLanes() + lanes);
        if (group.calls.isEmpty()) {
            active.add(group);
        }
        Call call = new Call(group.served + turns, started, warp, served);
        group.calls.add(call);
        group.ends += call.end;
        group.sm.count++;
        calls++;
        setPace(now);
    }

    /**
     * The turns that a warp of many needs, as a fraction of those with a fair lock, 1 in the mean. The lock favours some: of up to 50 lanes that start together the first is
     * served at once and the last has three times its turns; of a thousand most end together.
     */
    private double turnsFraction(double waitingLanes) {
        double rank = started * GOLDEN_SECTION % 1;
        double exponent = Math.min(LARGEST_EXPONENT, EVENLY_SPREAD_LANES / waitingLanes);
        return (exponent + 1) * Math.pow(rank, exponent);
    }

    private double waitingLanes() {
        double waiting = 0;
        for (Group group : active) {
            waiting += group.waitingLanes();
        }
        return waiting;
    }

    private void serve(long now) {
        progress(now);
        List<Call> ended = new ArrayList<>();
        for (Group group : active) {
            while (!group.calls.isEmpty() && group.firstEndCycles() < 1) {
                Call call = group.calls.remove();
                group.ends -= call.end;
                group.sm.count--;
                ended.add(call);
                returns.add(now + group.spec.call().baseCycles());
            }
        }
        calls -= ended.size();
        active.removeIf(group -> group.calls.isEmpty());
        for (Call call : ended) {
            servedWarps.set(call.warp);
            call.served.accept(now);
        }
        setPace(now);
    }

    private void progress(long now) {
        if (now > servedUntil) {
            for (Group group : active) {
                group.served += (now - servedUntil) / group.turnCycles;
            }
            servedUntil = now;
        }
        while (!returns.isEmpty() && returns.element() <= now) {
            returns.remove();
        }
    }

    private void setPace(long now) {
        double waiting = waitingLanes();
        double round = 0;
        for (Group group : active) {
            round += (double) group.calls.size() * group.spec.lockCycles(waiting);
        }
        double others = round * (1 - 1.0 / calls);
        double untilChange = returns.isEmpty() ? Double.MAX_VALUE : returns.element() - now;
        double lanesPerCycle = 0;
        double excess = Double.MAX_VALUE;
        for (Group group : active) {
            double turnCycles = group.spec.call().perLaneCycles()
                    + others
                    + (double) returns.size() * group.spec.lockCycles(waiting)
                    + (double) (group.sm.count - 1) * costs.contentionCyclesPerLane();
            group.turnCycles = Math.max(1, turnCycles);
            untilChange = Math.min(untilChange, group.firstEndCycles());
            lanesPerCycle += group.calls.size() / group.turnCycles;
            double beyond = waiting - group.spec.queueLanes();
            excess = beyond > 0 ? Math.min(excess, beyond) : excess;
        }
        if (!active.isEmpty()) {
            long change = now + Math.max(1, (long) Math.ceil(Math.min(untilChange, excess / lanesPerCycle)));
            if (change < nextChange) {
                nextChange = change;
                engine.schedule(change, paceEvent, 0);
            }
        }
    }
}
