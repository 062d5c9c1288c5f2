package io.cdpsim.workloads.trace;

import java.util.PriorityQueue;
import java.util.TreeSet;

/** Spreads spans that overlap over lanes in which none does. Spans come by their begin. */
final class Lanes {
    private record Taken(int lane, long until) {}

    private final int most;
    private final PriorityQueue<Taken> taken = new PriorityQueue<>((a, b) -> Long.compare(a.until(), b.until()));
    private final TreeSet<Integer> free = new TreeSet<>();
    private int count;

    Lanes(int most) {
        this.most = most;
    }

    /** The lowest lane that is free from a time on; -1 if all are taken. */
    int take(long begin, long end) {
        while (!taken.isEmpty() && taken.element().until() <= begin) {
            free.add(taken.remove().lane());
        }
        if (free.isEmpty() && count == most) {
            return -1;
        }
        Integer lowest = free.pollFirst();
        int lane = lowest == null ? count++ : lowest;
        taken.add(new Taken(lane, end));
        return lane;
    }
}
