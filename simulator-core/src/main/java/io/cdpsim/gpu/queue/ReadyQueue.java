package io.cdpsim.gpu.queue;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A priority queue of items that become ready at a known cycle, ordered by cycle, then by rank, then by insertion. Suited to some dozens of items.
 *
 * @param <T> type of the items
 */
public final class ReadyQueue<T> {
    /** So many of the first items are looked at one by one. */
    private static final int NEAR = 16;

    /** So many are moved one by one, sooner than the call for a whole range returns. */
    private static final int FEW = 3;

    // Latest first, so that the first item, and items added shortly after it, are at the end.
    private long[] cycles = new long[16];
    private long[] ranks = new long[16];
    private @Nullable Object[] those = new @Nullable Object[16];
    private int size;

    /** An empty queue. */
    public ReadyQueue() {}

    /** Whether the queue is empty. */
    public boolean isEmpty() {
        return size == 0;
    }

    /** Cycle at which the first item is ready; {@link Long#MAX_VALUE} if the queue is empty. */
    public long nextCycle() {
        return size == 0 ? Long.MAX_VALUE : cycles[size - 1];
    }

    /** The first item. The queue must not be empty. */
    @SuppressWarnings("unchecked") // add takes nothing else
    public T next() {
        Object next = those[size - 1];
        if (next == null) {
            throw new IllegalStateException("the queue is empty");
        }
        return (T) next;
    }

    /** Whether an item of this cycle and rank would precede all items of the queue. */
    public boolean isBeforeAll(long cycle, long rank) {
        return size == 0 || isBefore(cycle, rank, size - 1);
    }

    private boolean isBefore(long cycle, long rank, int place) {
        return cycle < cycles[place] || (cycle == cycles[place] && rank < ranks[place]);
    }

    /** Removes the first item. */
    public void remove() {
        those[--size] = null;
    }

    /** Removes an item at any position. @return whether it was present */
    public boolean remove(T who) {
        for (int i = 0; i < size; i++) {
            if (those[i] == who) {
                size--;
                System.arraycopy(cycles, i + 1, cycles, i, size - i);
                System.arraycopy(ranks, i + 1, ranks, i, size - i);
                System.arraycopy(those, i + 1, those, i, size - i);
                those[size] = null;
                return true;
            }
        }
        return false;
    }

    /** Adds an item that becomes ready at a cycle. */
    public void add(long cycle, long rank, T who) {
        if (size == cycles.length) {
            cycles = Arrays.copyOf(cycles, 2 * size);
            ranks = Arrays.copyOf(ranks, 2 * size);
            those = Arrays.copyOf(those, 2 * size);
        }
        int place = placeOf(cycle, rank);
        if (size - place > FEW) {
            System.arraycopy(cycles, place, cycles, place + 1, size - place);
            System.arraycopy(ranks, place, ranks, place + 1, size - place);
            System.arraycopy(those, place, those, place + 1, size - place);
        } else {
            for (int i = size; i > place; i--) {
                cycles[i] = cycles[i - 1];
                ranks[i] = ranks[i - 1];
                those[i] = those[i - 1];
            }
        }
        cycles[place] = cycle;
        ranks[place] = rank;
        those[place] = who;
        size++;
    }

    private int placeOf(long cycle, long rank) {
        long[] of = cycles;
        // Most items are ready soon.
        int end = Math.max(0, size - NEAR);
        for (int place = size; place > end; place--) {
            long before = of[place - 1];
            if (cycle < before || (cycle == before && rank < ranks[place - 1])) {
                return place;
            }
        }
        int low = 0;
        int high = end;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (isBefore(cycle, rank, middle)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
