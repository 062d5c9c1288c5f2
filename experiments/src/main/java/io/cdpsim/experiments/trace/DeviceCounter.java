package io.cdpsim.experiments.trace;

/** A number of a device over time, which keeps each value until the next. Of a number that changed very often, the peaks. */
public final class DeviceCounter {
    private final int device;
    private final String name;
    private final CounterSeries series;

    DeviceCounter(int device, String name, CounterSeries series) {
        this.device = device;
        this.name = name;
        this.series = series;
    }

    /** Ordinal of the device. */
    public int device() {
        return device;
    }

    /** What is counted. */
    public String name() {
        return name;
    }

    /** How many values there are. */
    public int count() {
        return series.count();
    }

    /** When a value begins to hold, in cycles. */
    public long time(int index) {
        return series.time(index);
    }

    /** A value. */
    public long value(int index) {
        return series.value(index);
    }
}
