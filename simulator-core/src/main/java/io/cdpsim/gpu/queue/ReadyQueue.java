package io.cdpsim.gpu.queue;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Those who go on at a known cycle, the next one first; of those at one cycle the one of the lowest rank, and of these the one that was
 * added first. Made for some dozens.
 *
 * @param <T> who goes on
 */
public final class ReadyQueue<T> {
    // Latest first, so that the next one, and those that are added shortly behind it, are at the end.
    private long[] cycles = new long[16];
    private long[] ranks = new long[16];
    private @Nullable Object[] those = new @Nullable Object[16];
    private int size;

    /** Nobody goes on. */
    public ReadyQueue() {}

    /** Whether nobody goes on. */
    public boolean isEmpty() {
        return size == 0;
    }

    /** When the next one goes on, cycles; {@link Long#MAX_VALUE} if there is none. */
    public long nextCycle() {
        return size == 0 ? Long.MAX_VALUE : cycles[size - 1];
    }

    /** The one that goes on next. There must be one. */
    @SuppressWarnings("unchecked") // add takes nothing else
    public T next() {
        Object next = those[size - 1];
        if (next == null) {
            throw new IllegalStateException("nobody goes on");
        }
        return (T) next;
    }

    /** Whether somebody of a rank who goes on at a cycle would be before all that are here. */
    public boolean isBeforeAll(long cycle, long rank) {
        return size == 0 || isBefore(cycle, rank, size - 1);
    }

    private boolean isBefore(long cycle, long rank, int place) {
        return cycle < cycles[place] || (cycle == cycles[place] && rank < ranks[place]);
    }

    /** Takes the next one out. */
    public void remove() {
        those[--size] = null;
    }

    /** Somebody goes on at a cycle. */
    public void add(long cycle, long rank, T who) {
        if (size == cycles.length) {
            cycles = Arrays.copyOf(cycles, 2 * size);
            ranks = Arrays.copyOf(ranks, 2 * size);
            those = Arrays.copyOf(those, 2 * size);
        }
        int low = 0;
        int high = size;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (isBefore(cycle, rank, middle)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        System.arraycopy(cycles, low, cycles, low + 1, size - low);
        System.arraycopy(ranks, low, ranks, low + 1, size - low);
        System.arraycopy(those, low, those, low + 1, size - low);
        cycles[low] = cycle;
        ranks[low] = rank;
        those[low] = who;
        size++;
    }
}
