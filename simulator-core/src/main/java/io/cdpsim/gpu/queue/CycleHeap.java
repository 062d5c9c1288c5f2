package io.cdpsim.gpu.queue;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A priority queue of items that become ready at a known cycle, ordered by cycle, then by rank. Suited to thousands of items: it compares numbers beside each
 * other in arrays, and reads no item.
 *
 * @param <T> type of the items
 */
public final class CycleHeap<T> {
    // The children of place i are at 2i + 1 and 2i + 2, and are not before it.
    private long[] cycles = new long[16];
    private long[] ranks = new long[16];
    private @Nullable Object[] items = new @Nullable Object[16];
    private int size;

    /** An empty queue. */
    public CycleHeap() {}

    /** The number of items. */
    public int size() {
        return size;
    }

    /** The cycle of the first item; {@link Long#MAX_VALUE} if the queue is empty. */
    public long nextCycle() {
        return size == 0 ? Long.MAX_VALUE : cycles[0];
    }

    /** Adds an item that becomes ready at a cycle. No two items have the same cycle and rank. */
    public void add(long cycle, long rank, T item) {
        if (size == cycles.length) {
            cycles = Arrays.copyOf(cycles, 2 * size);
            ranks = Arrays.copyOf(ranks, 2 * size);
            items = Arrays.copyOf(items, 2 * size);
        }
        int at = size++;
        while (at > 0) {
            int parent = (at - 1) >>> 1;
            if (!isBefore(cycle, rank, parent)) {
                break;
            }
            move(parent, at);
            at = parent;
        }
        put(at, cycle, rank, item);
    }

    /** Removes the first item. @throws IllegalStateException if the queue is empty */
    @SuppressWarnings("unchecked") // add takes nothing else
    public T remove() {
        Object first = items[0];
        if (first == null) {
            throw new IllegalStateException("the queue is empty");
        }
        int last = --size;
        long cycle = cycles[last];
        long rank = ranks[last];
        int at = 0;
        for (int child = 1; child < last; child = 2 * at + 1) {
            if (child + 1 < last && isBefore(cycles[child + 1], ranks[child + 1], child)) {
                child++;
            }
            if (isBefore(cycle, rank, child)) {
                break;
            }
            move(child, at);
            at = child;
        }
        put(at, cycle, rank, items[last]);
        items[last] = null;
        return (T) first;
    }

    private boolean isBefore(long cycle, long rank, int place) {
        return cycle < cycles[place] || (cycle == cycles[place] && rank < ranks[place]);
    }

    private void move(int from, int to) {
        cycles[to] = cycles[from];
        ranks[to] = ranks[from];
        items[to] = items[from];
    }

    private void put(int place, long cycle, long rank, @Nullable Object item) {
        cycles[place] = cycle;
        ranks[place] = rank;
        items[place] = item;
    }
}
