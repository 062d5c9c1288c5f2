package io.cdpsim.memory.consistency.search;

import io.cdpsim.memory.consistency.relations.Edge;
import io.cdpsim.memory.consistency.relations.EventSet;
import io.cdpsim.memory.consistency.trace.Action;
import io.cdpsim.memory.litmus.Instruction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Finds which arrivals make up each phase of each barrier. Where fewer threads are counted than use a barrier, any of them may come first. */
final class BarrierPhases {
    private final EventSet events;
    private final List<Group> groups = new ArrayList<>();
    private final List<Edge> edges = new ArrayList<>();
    private final Consumer<List<Edge>> consumer;

    /** A barrier of a block; -1 stands for all of the block's threads. */
    private record Key(int block, int id, int resource, int count) {}

    /** The arrivals of each thread in program order, and how many arrivals make a phase. */
    private static final class Group {
        private final List<List<Integer>> arrivals = new ArrayList<>();
        private final int needed;
        private final int[] done;

        Group(List<List<Integer>> byThread, int needed) {
            this.needed = needed;
            byThread.stream().filter(each -> !each.isEmpty()).forEach(arrivals::add);
            this.done = new int[arrivals.size()];
        }
    }

    BarrierPhases(EventSet events, Consumer<List<Edge>> consumer) {
        this.events = events;
        this.consumer = consumer;
        Map<Key, List<List<Integer>>> found = new HashMap<>();
        List<Key> order = new ArrayList<>();
        for (int i = 0; i < events.actionCount(); i++) {
            if (events.action(i) instanceof Action.Arrival arrival) {
                Instruction.Barrier barrier = arrival.barrier();
                int block = events.threads().get(events.threadOf(i)).block();
                Key key = new Key(
                        block, barrier.id(), barrier.resource(), barrier.count().orElse(-1));
                List<List<Integer>> byThread = found.computeIfAbsent(key, each -> {
                    order.add(each);
                    return lists(events.threads().size());
                });
                byThread.get(events.threadOf(i)).add(i);
            }
        }
        for (Key key : order) {
            int needed = key.count() < 0 ? events.context().grids().threadsOfBlock(key.block()) : key.count();
            groups.add(new Group(found.getOrDefault(key, List.of()), needed));
        }
    }

    private static List<List<Integer>> lists(int count) {
        List<List<Integer>> lists = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            lists.add(new ArrayList<>());
        }
        return lists;
    }

    /** Gives the edges of each way; of none where a thread waits for ever. */
    void run() {
        phases(0);
    }

    private void phases(int index) {
        if (index == groups.size()) {
            consumer.accept(List.copyOf(edges));
            return;
        }
        Group group = groups.get(index);
        List<Integer> here = new ArrayList<>();
        int waiting = 0;
        int open = 0;
        for (int t = 0; t < group.done.length; t++) {
            List<Integer> arrivals = group.arrivals.get(t);
            if (group.done[t] < arrivals.size()) {
                open++;
                waiting += arrivals.subList(group.done[t], arrivals.size()).stream()
                                .anyMatch(this::waits)
                        ? 1
                        : 0;
            }
        }
        if (open >= group.needed && group.needed > 0) {
            chooseArrivals(index, 0, here);
        } else if (waiting == 0) {
            phases(index + 1);
        }
    }

    /** Completes a phase with arrivals of threads from one on. */
    private void chooseArrivals(int index, int thread, List<Integer> phase) {
        Group group = groups.get(index);
        if (phase.size() == group.needed) {
            int before = edges.size();
            connect(phase);
            phases(index);
            edges.subList(before, edges.size()).clear();
            return;
        }
        if (thread == group.done.length) {
            return;
        }
        List<Integer> arrivals = group.arrivals.get(thread);
        if (group.done[thread] < arrivals.size()) {
            phase.add(arrivals.get(group.done[thread]++));
            chooseArrivals(index, thread + 1, phase);
            group.done[thread]--;
            phase.remove(phase.size() - 1);
        }
        chooseArrivals(index, thread + 1, phase);
    }

    private void connect(List<Integer> phase) {
        for (int from : phase) {
            for (int to : phase) {
                if (from != to && waits(to)) {
                    edges.add(new Edge(from, to, Edge.Kind.BARRIER));
                }
            }
        }
    }

    private boolean waits(int event) {
        return events.action(event) instanceof Action.Arrival arrival
                && arrival.barrier().waits();
    }
}
