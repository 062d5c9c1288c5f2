package io.cdpsim.experiments.trace;

import java.util.BitSet;
import java.util.PriorityQueue;

/** Assigns overlapping spans to lanes without overlap. Spans arrive in the order of their start. */
final class LaneAllocator {
    private record Occupied(int lane, long until) {}

    private final int most;
    private final PriorityQueue<Occupied> taken = new PriorityQueue<>((a, b) -> Long.compare(a.until(), b.until()));
    private final BitSet free = new BitSet();
    private int count;

    LaneAllocator(int most) {
        this.most = most;
    }

    /** The lowest lane that is free from a time on; -1 if all are taken. */
    int take(long start, long end) {
        while (!taken.isEmpty() && taken.element().until() <= start) {
            free.set(taken.remove().lane());
        }
        int lowest = free.nextSetBit(0);
        if (lowest < 0 && count == most) {
            return -1;
        }
        int lane = lowest < 0 ? count++ : lowest;
        free.clear(lane);
        taken.add(new Occupied(lane, end));
        return lane;
    }
}
