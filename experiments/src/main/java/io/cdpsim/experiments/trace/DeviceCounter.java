package io.cdpsim.experiments.trace;

/** A number of a device over time: each value holds until the next; the peaks of a number that changes too often. */
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

    /** The counted quantity. */
    public String name() {
        return name;
    }

    /** Number of values. */
    public int count() {
        return series.count();
    }

    /** Start of a value, cycles. */
    public long time(int index) {
        return series.time(index);
    }

    /** A value. */
    public long value(int index) {
        return series.value(index);
    }
}
