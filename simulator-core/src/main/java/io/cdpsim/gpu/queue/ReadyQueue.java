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
        int place = size;
        // Most items are ready soon: they move few others.
        for (int end = Math.max(0, size - NEAR); place > end && !isBefore(cycle, rank, place - 1); place--) {
            cycles[place] = cycles[place - 1];
            ranks[place] = ranks[place - 1];
            those[place] = those[place - 1];
        }
        if (place > 0 && place == size - NEAR) {
            int low = placeOf(cycle, rank, place);
            System.arraycopy(cycles, low, cycles, low + 1, place - low);
            System.arraycopy(ranks, low, ranks, low + 1, place - low);
            System.arraycopy(those, low, those, low + 1, place - low);
            place = low;
        }
        cycles[place] = cycle;
        ranks[place] = rank;
        those[place] = who;
        size++;
    }

    /** The place of an item among those in front of a place. */
    private int placeOf(long cycle, long rank, int end) {
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
