package io.cdpsim.experiments.trace;

import java.util.Arrays;

/** A number over time. If it changes too often, the largest value of each interval is kept; intervals double until they fit. */
final class CounterSeries {
    private final int most;
    private long[] times = new long[64];
    private long[] values = new long[64];
    private int count;
    private long spanCycles = 1;

    CounterSeries(int most) {
        this.most = most;
    }

    /** Records a value from a time on. */
    void set(long time, long value) {
        if (count > 0 && times[count - 1] / spanCycles >= time / spanCycles) {
            // The effect of a call may be reported a little before its time.
            values[count - 1] = spanCycles == 1 ? value : Math.max(values[count - 1], value);
            return;
        }
        if (count == most) {
            thin();
            set(time, value);
            return;
        }
        if (count == times.length) {
            times = Arrays.copyOf(times, 2 * count);
            values = Arrays.copyOf(values, 2 * count);
        }
        times[count] = time;
        values[count++] = value;
    }

    private void thin() {
        int kept = 0;
        while (count > most / 2) {
            spanCycles *= 2;
            kept = 0;
            for (int i = 0; i < count; i++) {
                if (kept > 0 && times[kept - 1] / spanCycles == times[i] / spanCycles) {
                    values[kept - 1] = Math.max(values[kept - 1], values[i]);
                } else {
                    times[kept] = times[i];
                    values[kept++] = values[i];
                }
            }
            count = kept;
        }
    }

    int count() {
        return count;
    }

    long time(int index) {
        return times[index];
    }

    long value(int index) {
        return values[index];
    }
}
