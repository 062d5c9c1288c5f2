package io.cdpsim.runtime.cost;

import io.cdpsim.profile.DeviceLaunchSpec;
import io.cdpsim.profile.DeviceLaunchSpec.LaunchCallSpec;
import io.cdpsim.runtime.launch.StreamTable.StreamKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Contention between the warps of a device that launch. They take turns lane by lane, so that warps that start together end together (measurements,
 * floodtrace). A turn is a lane's own time, one lane of each other launching warp of the device through the lock, and one lane of each other launching warp
 * of the SM.
 */
final class LaunchCallContention {
    /** A launch call in progress: it ends when its group has served so many lanes since time 0. */
    private record Call(Group group, double end) {}

    /** The launch calls of one SM into one kind of stream, which progress at one rate. */
    private static final class Group {
        private final int sm;
        private final LaunchCallSpec spec;
        private int calls;
        /** Lanes that each of its calls has served since time 0. */
        private double served;
        /** The sum of the ends of its calls. */
        private double ends;

        double waitingLanes() {
            return Math.max(0, ends - calls * served);
        }

        Group(int sm, LaunchCallSpec spec) {
            this.sm = sm;
            this.spec = spec;
        }
    }

    /** Its multiples, modulo 1, are spread evenly. */
    private static final double GOLDEN_SECTION = 0.618_033_988_749_895;

    /** The fraction of the turns that the most favoured warp does not need (measurements, floodtrace: first and last return). */
    private static final double UNFAIRNESS = 0.65;

    /** The least step in which the lock's pace is looked at, cycles. */
    private static final double MIN_STEP_CYCLES = 500;

    private final DeviceLaunchSpec costs;
    private final Map<Integer, Call> callByWarp = new HashMap<>();
    private final Map<Integer, Group> groups = new HashMap<>();
    /** The groups with calls. */
    private final List<Group> active = new ArrayList<>();
    /** Launching warps by SM. */
    private final Map<Integer, Integer> warpsBySm = new HashMap<>();
    /** Calls by kind of stream. */
    private final Map<LaunchCallSpec, Integer> callsByKind = new HashMap<>();

    private double updated;
    private int contendedCalls;

    LaunchCallContention(DeviceLaunchSpec costs) {
        this.costs = costs;
    }

    /**
     * Advances the call of a warp, which starts if it is not in progress.
     *
     * @return {@code now} if all lanes are served, otherwise a later cycle at which to advance it again
     */
    long advance(StreamKind kind, LaunchCallSpec spec, int warp, int sm, long now, int lanes) {
        serveUntil(now);
        Call call = callByWarp.get(warp);
        if (call == null) {
            Group group = groups.computeIfAbsent(
                    sm * StreamKind.values().length + kind.ordinal(), key -> new Group(sm, spec));
            call = new Call(group, group.served + (callByWarp.isEmpty() ? 1 : turnsFraction()) * lanes);
            callByWarp.put(warp, call);
            add(call, 1);
        }
        double turn = turnCycles(call.group, lockRoundCycles());
        double left = (call.end - call.group.served) * turn;
        if (left < 1) {
            return now;
        }
        // Warps that come or leave change the rate: look again half way.
        return now + (long) Math.ceil(left > 2 * turn ? left / 2 : left);
    }

    /**
     * The turns that a warp of many needs, as a fraction of those with a fair lock. The lock favours few: of warps that start together most end
     * together, the first after a third of the time.
     */
    private double turnsFraction() {
        contendedCalls++;
        double rank = contendedCalls * GOLDEN_SECTION % 1;
        return 1 - UNFAIRNESS * Math.pow(rank, 4);
    }

    /** Ends the call of a warp. @return whether it was in progress */
    boolean end(int warp, long now) {
        Call call = callByWarp.remove(warp);
        if (call != null) {
            serveUntil(now);
            add(call, -1);
        }
        return call != null;
    }

    private void add(Call call, int calls) {
        Group group = call.group;
        if (group.calls == 0) {
            active.add(group);
        }
        group.calls += calls;
        group.ends += calls * call.end;
        if (group.calls == 0) {
            active.remove(group);
        }
        warpsBySm.merge(group.sm, calls, Integer::sum);
        callsByKind.merge(group.spec, calls, Integer::sum);
    }

    private void serveUntil(long now) {
        while (now > updated && !active.isEmpty()) {
            double round = lockRoundCycles();
            // The lock changes its pace as its queue shrinks: serve half of the least left at most.
            double step = now - updated;
            for (Group group : active) {
                double left = group.waitingLanes() / group.calls * turnCycles(group, round);
                step = Math.min(step, Math.max(left / 2, MIN_STEP_CYCLES));
            }
            for (Group group : active) {
                group.served += step / turnCycles(group, round);
            }
            updated += step;
        }
        updated = Math.max(updated, now);
    }

    /** Cycles in which the lock serves one lane of each call. */
    private double lockRoundCycles() {
        double waiting = 0;
        for (Group group : active) {
            waiting += group.waitingLanes();
        }
        double cycles = 0;
        for (Map.Entry<LaunchCallSpec, Integer> kind : callsByKind.entrySet()) {
            cycles += (double) kind.getValue() * kind.getKey().lockCycles(waiting);
        }
        return cycles;
    }

    /** Cycles in which each call of a group serves a lane. */
    private double turnCycles(Group group, double lockRoundCycles) {
        double others = 1 - 1.0 / callByWarp.size();
        long sm = (long) (warpsOf(group.sm) - 1) * costs.contentionCyclesPerLane();
        return group.spec.call().perLaneCycles() + lockRoundCycles * others + sm;
    }

    private int warpsOf(int sm) {
        Integer warps = warpsBySm.get(sm);
        return warps == null ? 0 : warps;
    }
}
