package io.cdpsim.profile;

/**
 * The core clock, the unit of every {@code cycles} quantity of a profile.
 *
 * @param coreHertz core clock in hertz, above zero
 */
public record ClockSpec(long coreHertz) {
    private static final double NANOS_PER_SECOND = 1e9;

    /**
     * The whole number of cycles nearest to a duration, at least 0.
     *
     * @param nanos duration in nanoseconds; a negative one gives 0
     */
    public long cyclesFromNanos(double nanos) {
        return Math.max(0, Math.round(nanos * coreHertz / NANOS_PER_SECOND));
    }

    /**
     * The duration of a number of cycles, in nanoseconds.
     *
     * @param cycles number of core cycles
     */
    public double nanosFromCycles(long cycles) {
        return cycles * NANOS_PER_SECOND / coreHertz;
    }

    /**
     * The duration of a number of cycles, in microseconds.
     *
     * @param cycles number of core cycles
     */
    public double microsFromCycles(long cycles) {
        return nanosFromCycles(cycles) / 1e3;
    }
}
