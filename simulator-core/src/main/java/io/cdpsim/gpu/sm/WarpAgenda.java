package io.cdpsim.gpu.sm;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The warps of an SM that go on at a known cycle, the next one first; of those at one cycle the one that was added first. */
final class WarpAgenda {
    // Latest first, so that the next warp, and those that are added shortly behind it, are at the end.
    private long[] cycles = new long[16];
    private @Nullable Warp[] warps = new @Nullable Warp[16];
    private int size;

    boolean isEmpty() {
        return size == 0;
    }

    /** When the next warp goes on, cycles; {@link Long#MAX_VALUE} if there is none. */
    long nextCycle() {
        return size == 0 ? Long.MAX_VALUE : cycles[size - 1];
    }

    /** The warp that goes on next. There must be one. */
    Warp next() {
        Warp next = warps[size - 1];
        if (next == null) {
            throw new IllegalStateException("no warp waits");
        }
        return next;
    }

    /** Takes the next warp out. */
    void remove() {
        warps[--size] = null;
    }

    /** A warp goes on at a cycle. */
    void add(long cycle, Warp warp) {
        if (size == cycles.length) {
            cycles = Arrays.copyOf(cycles, 2 * size);
            warps = Arrays.copyOf(warps, 2 * size);
        }
        int low = 0;
        int high = size;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (cycles[middle] > cycle) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        if (low < size) {
            System.arraycopy(cycles, low, cycles, low + 1, size - low);
            System.arraycopy(warps, low, warps, low + 1, size - low);
        }
        cycles[low] = cycle;
        warps[low] = warp;
        size++;
    }
}
