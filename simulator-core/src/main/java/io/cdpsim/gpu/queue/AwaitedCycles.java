package io.cdpsim.gpu.queue;

import java.util.Arrays;

/** The cycles at which things in flight arrive, the earliest first. Suited to things that are sent nearly in the order in which they arrive. */
public final class AwaitedCycles {
    /** The cycle that nothing arrives at. */
    public static final long NEVER = Long.MAX_VALUE;

    /** Latest first. */
    private long[] cycles = new long[4];

    private int count;

    /** Nothing is in flight. */
    public AwaitedCycles() {}

    /** Something arrives at a cycle. */
    public void add(long cycle) {
        if (count == cycles.length) {
            cycles = Arrays.copyOf(cycles, 2 * count);
        }
        int place = 0;
        while (place < count && cycles[place] > cycle) {
            place++;
        }
        System.arraycopy(cycles, place, cycles, place + 1, count - place);
        cycles[place] = cycle;
        count++;
    }

    /** The earliest cycle; {@link #NEVER} if nothing is in flight. */
    public long next() {
        return count == 0 ? NEVER : cycles[count - 1];
    }

    /** What arrives at the earliest cycle has arrived. There must be one. */
    public void remove() {
        count--;
    }
}
