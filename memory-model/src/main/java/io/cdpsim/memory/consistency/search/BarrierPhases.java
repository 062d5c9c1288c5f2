package io.cdpsim.memory.consistency.search;

import io.cdpsim.memory.consistency.relations.EventSet;
import io.cdpsim.memory.consistency.relations.SynchronizationOrder.OrderEdge;
import io.cdpsim.memory.consistency.trace.CheckSettings.BarrierParticipants;
import io.cdpsim.memory.consistency.trace.GridInstance;
import io.cdpsim.memory.consistency.trace.ThreadAction;
import io.cdpsim.memory.consistency.trace.Trace;
import io.cdpsim.memory.consistency.trace.Trace.PathConstraint;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Enumerates the arrivals of each phase of each barrier, consistent with the threads that wait forever in a candidate execution. If a barrier counts fewer threads than arrive, any of them may come first.
 */
final class BarrierPhases {
    private final EventSet events;
    private final Consumer<Phases> consumer;
    private final List<Group> groups = new ArrayList<>();
    private final Set<Integer> done = new HashSet<>();
    private final List<Phase> phases = new ArrayList<>();
    private final Set<List<Phase>> seen = new HashSet<>();
    private List<PathConstraint> constraints = List.of();

    /**
     * One choice of the arrivals of each phase.
     *
     * @param edges the edges that follow
     * @param constraints constraints on values under which it is possible
     * @param reductions for each arrival with a reduction, the arrivals of its phase
     */
    record Phases(List<OrderEdge> edges, List<PathConstraint> constraints, Map<Integer, List<Integer>> reductions) {}

    /**
     * A barrier.
     *
     * @param arrivals the arrivals of each thread in program order
     * @param needed the number of threads of a phase; -1 for all that still arrive
     * @param cluster the cluster of a barrier that waits for all of its threads that have not exited; else -1
     */
    private record Group(List<List<Integer>> arrivals, int needed, int cluster) {}

    /** The arrivals that complete a phase of a barrier. */
    private record Phase(int group, List<Integer> arrivals) implements Comparable<Phase> {
        @Override
        public int compareTo(Phase other) {
            int byGroup = Integer.compare(group, other.group);
            return byGroup != 0 ? byGroup : Integer.compare(arrivals.get(0), other.arrivals.get(0));
        }
    }

    BarrierPhases(EventSet events, Consumer<Phases> consumer) {
        this.events = events;
        this.consumer = consumer;
    }

    /** Passes the edges and the constraints on values of each enumeration. */
    void run() {
        new BarrierNames(events, this::ofNames).run();
    }

    private void ofNames(Map<Integer, BarrierNames.Name> names, List<PathConstraint> holding) {
        constraints = List.copyOf(holding);
        Map<BarrierNames.Name, Map<Integer, List<Integer>>> found = new LinkedHashMap<>();
        names.forEach((event, name) -> found.computeIfAbsent(name, each -> new LinkedHashMap<>())
                .computeIfAbsent(events.threadOf(event), each -> new ArrayList<>())
                .add(event));
        groups.clear();
        found.forEach((name, byThread) -> groups.add(new Group(List.copyOf(byThread.values()), needed(name), -1)));
        addGrids();
        addClusters();
        seen.clear();
        next();
    }

    /** The number of threads of a phase; -1 for all that still arrive. */
    private int needed(BarrierNames.Name name) {
        if (name.count() != BarrierNames.NO_COUNT) {
            return name.count();
        }
        return events.context().barriers() == BarrierParticipants.COMING
                ? -1
                : events.context().grids().threadsOfBlock(name.block());
    }

    /** Completes one more phase in every way. */
    private void next() {
        events.context().step();
        if (!seen.add(phases.stream().sorted().toList())) {
            return;
        }
        boolean any = false;
        for (int g = 0; g < groups.size(); g++) {
            Group group = groups.get(g);
            List<Integer> open = group.arrivals().stream()
                    .flatMap(each ->
                            each.stream().filter(event -> !done.contains(event)).limit(1))
                    .toList();
            if (someoneStays(group, open)) {
                continue;
            }
            List<Integer> ready = open.stream().filter(this::isReached).toList();
            int needed = group.needed() < 0 ? open.size() : group.needed();
            if (needed > 0 && ready.size() >= needed) {
                any = true;
                choose(g, ready, 0, needed, new ArrayList<>());
                if (open.size() == needed) {
                    // No other phase can replace it, so the order of the others does not matter.
                    return;
                }
            }
        }
        if (!any && isAsSaid()) {
            consumer.accept(new Phases(edges(), constraints, reductions()));
        }
    }

    /** The arrivals of the phase of each arrival with a reduction. */
    private Map<Integer, List<Integer>> reductions() {
        Map<Integer, List<Integer>> reductions = new LinkedHashMap<>();
        for (Phase phase : phases) {
            List<Integer> reducing = phase.arrivals().stream()
                    .filter(each -> events.action(each) instanceof ThreadAction.Arrival arrival
                            && arrival.reduction().isPresent())
                    .toList();
            reducing.forEach(each -> reductions.put(each, reducing));
        }
        return reductions;
    }

    /** Whether a thread has passed all its waits before an arrival. */
    private boolean isReached(int arrival) {
        for (int i = arrival - 1; i >= 0 && events.threadOf(i) == events.threadOf(arrival); i--) {
            if (waits(i) && !passes(i)) {
                return false;
            }
        }
        return true;
    }

    private void choose(int group, List<Integer> ready, int from, int needed, List<Integer> chosen) {
        if (chosen.size() == needed) {
            done.addAll(chosen);
            phases.add(new Phase(group, List.copyOf(chosen)));
            next();
            phases.remove(phases.size() - 1);
            chosen.forEach(done::remove);
            return;
        }
        for (int i = from; i < ready.size(); i++) {
            chosen.add(ready.get(i));
            choose(group, ready, i + 1, needed, chosen);
            chosen.remove(chosen.size() - 1);
        }
    }

    /** Whether exactly the threads wait forever whose traces say so. */
    private boolean isAsSaid() {
        for (int i = 0; i < events.actionCount(); i++) {
            if (waits(i)) {
                Trace trace = events.traces().get(events.threadOf(i));
                boolean last = i + 1 == events.actionCount() || events.threadOf(i + 1) != events.threadOf(i);
                if (passes(i) == (last && trace.waitsAtBarrier())) {
                    return false;
                }
            }
        }
        return true;
    }

    private List<OrderEdge> edges() {
        List<OrderEdge> edges = new ArrayList<>();
        for (Phase phase : phases.stream().sorted().toList()) {
            for (int from : phase.arrivals()) {
                for (int to : phase.arrivals()) {
                    int wait = waitOf(to);
                    if (from != to && from != wait && wait >= 0 && releases(from)) {
                        edges.add(new OrderEdge(from, wait, OrderEdge.Kind.BARRIER));
                    }
                }
            }
        }
        return edges;
    }

    private boolean waits(int event) {
        return events.action(event).waitsAtBarrier();
    }

    /** Adds the barrier of each grid, which waits for all of its threads. */
    private void addGrids() {
        Map<GridInstance, Map<Integer, List<Integer>>> grids = new LinkedHashMap<>();
        for (int i = 0; i < events.actionCount(); i++) {
            if (events.action(i) instanceof ThreadAction.GridBarrier) {
                grids.computeIfAbsent(events.threads().get(events.threadOf(i)).grid(), each -> new LinkedHashMap<>())
                        .computeIfAbsent(events.threadOf(i), each -> new ArrayList<>())
                        .add(i);
            }
        }
        grids.forEach((grid, byThread) -> groups.add(
                new Group(List.copyOf(byThread.values()), grid.threads().size(), -1)));
    }

    /** Adds the barrier of each cluster. */
    private void addClusters() {
        Map<Integer, Map<Integer, List<Integer>>> clusters = new LinkedHashMap<>();
        for (int i = 0; i < events.actionCount(); i++) {
            if (events.action(i) instanceof ThreadAction.ClusterArrival) {
                clusters.computeIfAbsent(cluster(events.threadOf(i)), each -> new LinkedHashMap<>())
                        .computeIfAbsent(events.threadOf(i), each -> new ArrayList<>())
                        .add(i);
            }
        }
        clusters.forEach((cluster, byThread) -> groups.add(new Group(List.copyOf(byThread.values()), -1, cluster)));
    }

    private int cluster(int thread) {
        return events.threads().get(thread).cluster();
    }

    /** Whether a thread of the cluster waits forever, and so neither arrives nor exits. */
    private boolean someoneStays(Group group, List<Integer> open) {
        for (int thread = 0; thread < events.threads().size() && group.cluster() >= 0; thread++) {
            int here = thread;
            if (cluster(thread) == group.cluster()
                    && events.traces().get(thread).waitsAtBarrier()
                    && open.stream().noneMatch(each -> events.threadOf(each) == here)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a wait ends. */
    private boolean passes(int wait) {
        int arrival = wait;
        while (events.action(wait) instanceof ThreadAction.ClusterWait
                && !(events.action(arrival) instanceof ThreadAction.ClusterArrival)) {
            arrival--;
        }
        return done.contains(arrival);
    }

    /** The wait of an arrival's phase in its thread, or -1. */
    private int waitOf(int arrival) {
        if (!(events.action(arrival) instanceof ThreadAction.ClusterArrival)) {
            return waits(arrival) ? arrival : -1;
        }
        for (int i = arrival + 1; i < events.actionCount() && events.threadOf(i) == events.threadOf(arrival); i++) {
            if (events.action(i) instanceof ThreadAction.ClusterWait) {
                return i;
            }
        }
        return -1;
    }

    private boolean releases(int arrival) {
        return !(events.action(arrival) instanceof ThreadAction.ClusterArrival cluster) || cluster.releases();
    }
}
