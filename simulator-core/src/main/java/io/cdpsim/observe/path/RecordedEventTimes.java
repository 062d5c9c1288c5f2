package io.cdpsim.observe.path;

import java.util.Arrays;

/** The times at which events of the host were reached. Chains record their composition at each. */
final class RecordedEventTimes {
    private long[] times = new long[4];
    private int count;

    /** Adds a time, which is not earlier than those before. */
    void add(long time) {
        if (count == times.length) {
            times = Arrays.copyOf(times, 2 * count);
        }
        times[count++] = time;
    }

    int count() {
        return count;
    }

    long time(int index) {
        return times[index];
    }
}
