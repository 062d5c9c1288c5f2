package io.cdpsim.gpu.memory;

import java.util.Arrays;

/**
 * When grids start on a device: each empties the L1 caches of all SMs, since others may have written since what they hold (measurements, beside). SMs may run
 * ahead of the clock to the earliest start that is not known yet.
 */
public final class GridStarts {
    private long last = -1;
    /** The starts that are after the present cycle, ascending. */
    private long[] coming = new long[4];

    private int count;

    GridStarts() {}

    /**
     * A grid will start.
     *
     * @param cycle when: at least as late as all others so far
     * @param now the present cycle
     */
    public void add(long cycle, long now) {
        int past = 0;
        while (past < count && coming[past] <= now) {
            last = coming[past++];
        }
        count -= past;
        System.arraycopy(coming, past, coming, 0, count);
        if (count == coming.length) {
            coming = Arrays.copyOf(coming, 2 * count);
        }
        coming[count++] = cycle;
    }

    /** The last start up to a cycle, which is no earlier than the present one; -1 if there is none. */
    long lastBy(long cycle) {
        for (int i = count - 1; i >= 0; i--) {
            if (coming[i] <= cycle) {
                return coming[i];
            }
        }
        return last;
    }
}
