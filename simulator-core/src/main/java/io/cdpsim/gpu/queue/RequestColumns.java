package io.cdpsim.gpu.queue;

import java.util.Arrays;

/** What is known of requests to the L2 cache, by the number of the request: a column for each property, since requests are moved and read by the hundred. */
final class RequestColumns {
    /** Few, since each SM has its own and most programs leave most SMs idle. */
    static final int FEWEST = 8;

    byte[] kinds = new byte[FEWEST];
    long[] lines = new long[FEWEST];
    /** The sectors of the line. */
    int[] sectors = new int[FEWEST];
    /** When each is sent, then when its slice starts it, then when it is done. */
    long[] times = new long[FEWEST];
    /** The slice that serves a sent request, and the channel of its line. */
    short[] slices = new short[FEWEST];

    short[] channels = new short[FEWEST];
    /** The access of each request, and the cycle of that access. */
    int[] accesses = new int[FEWEST];

    long[] cycles = new long[FEWEST];

    /** How many requests have room. */
    int length() {
        return lines.length;
    }

    void grow(int length) {
        kinds = Arrays.copyOf(kinds, length);
        lines = Arrays.copyOf(lines, length);
        sectors = Arrays.copyOf(sectors, length);
        times = Arrays.copyOf(times, length);
        slices = Arrays.copyOf(slices, length);
        channels = Arrays.copyOf(channels, length);
        accesses = Arrays.copyOf(accesses, length);
        cycles = Arrays.copyOf(cycles, length);
    }

    /** Copies what the service of a sent request needs to a place of other columns, which have room for it. */
    void copySent(int request, RequestColumns to, int at) {
        to.kinds[at] = kinds[request];
        to.lines[at] = lines[request];
        to.sectors[at] = sectors[request];
        to.times[at] = times[request];
        to.slices[at] = slices[request];
    }

    /** Copies requests to a place of other columns, which have room for them. */
    void copy(int first, int count, RequestColumns to, int at) {
        System.arraycopy(kinds, first, to.kinds, at, count);
        System.arraycopy(lines, first, to.lines, at, count);
        System.arraycopy(sectors, first, to.sectors, at, count);
        System.arraycopy(times, first, to.times, at, count);
        System.arraycopy(slices, first, to.slices, at, count);
        System.arraycopy(channels, first, to.channels, at, count);
        System.arraycopy(accesses, first, to.accesses, at, count);
        System.arraycopy(cycles, first, to.cycles, at, count);
    }
}
