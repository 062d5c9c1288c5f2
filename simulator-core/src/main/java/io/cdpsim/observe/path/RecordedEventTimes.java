package io.cdpsim.observe.path;

import java.util.Arrays;

/** Times that matter later: those at which events of the host were reached. Chains remember what they were made of up to each. */
final class RecordedEventTimes {
    private long[] times = new long[4];
    private int count;

    /** Adds a time, which is not before those that were added. */
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
