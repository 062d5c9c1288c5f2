package io.cdpsim.experiments.compare;

import io.cdpsim.observe.path.CriticalPathBreakdown.CriticalPathComponent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * Two runs side by side.
 *
 * @param first one run, A
 * @param second the other, B
 */
public record RunComparison(ComparedRun first, ComparedRun second) {
    private static final int WORTH_NAMING = 3;
    private static final double NEGLIGIBLE = 0.05;

    /** Times are whole cycles; a difference of one step of the host is off by one at most. */
    private static final double CLOCK_MICROS = 0.01;

    /** The verdict on the difference of the times. */
    public enum Verdict {
        /** The times are the same. */
        SAME,
        /** The difference is smaller than the interval at which the host looks for the end of a grid. */
        ROUNDED,
        /** The difference is smaller than the error measured on hardware in runs like these. */
        WITHIN_ERROR,
        /** The difference is larger than that error. */
        BEYOND_ERROR,
        /** No run like one of the two was measured. */
        UNKNOWN
    }

    /**
     * A part of the time of both runs.
     *
     * @param firstMicros its time in the first, microseconds
     * @param secondMicros that in the second
     */
    public record PartChange(CriticalPathComponent part, double firstMicros, double secondMicros) {
        /** By how much it is longer in the second run, microseconds. */
        public double change() {
            return secondMicros - firstMicros;
        }
    }

    /** The differences of the inputs, except fields of profiles; empty if one input is unknown. */
    public List<RunDescription.Difference> question() {
        return first.asked().flatMap(a -> second.asked().map(a::differences)).orElseGet(List::of);
    }

    /** The parts of the time of either run; empty if one run has none. */
    public List<PartChange> parts() {
        List<PartChange> changes = new ArrayList<>();
        if (first.breakdown().isPresent() && second.breakdown().isPresent()) {
            for (CriticalPathComponent each : CriticalPathComponent.values()) {
                double a = first.breakdown().get().micros(each);
                double b = second.breakdown().get().micros(each);
                if (a != 0 || b != 0) {
                    changes.add(new PartChange(each, a, b));
                }
            }
        }
        return changes;
    }

    /** The difference of the times, second minus first, microseconds. */
    public double change() {
        return second.timeMicros() - first.timeMicros();
    }

    /** The difference as a fraction of the longer time, 0 to 1. */
    public double relativeDifference() {
        double longer = Math.max(first.timeMicros(), second.timeMicros());
        return longer == 0 ? 0 : Math.abs(change()) / longer;
    }

    /** The mean error measured on hardware, the larger of the two; empty if no run like one of them was measured. */
    public OptionalDouble error() {
        return first.meanError().isPresent() && second.meanError().isPresent()
                ? OptionalDouble.of(Math.max(
                        first.meanError().getAsDouble(), second.meanError().getAsDouble()))
                : OptionalDouble.empty();
    }

    /** The interval at which the host of either run polls for the end of a grid, the larger of the two, microseconds; 0 if unknown. */
    public double hostPollMicros() {
        return Math.max(
                first.device().map(DeviceTime::hostPollMicros).orElse(0.0),
                second.device().map(DeviceTime::hostPollMicros).orElse(0.0));
    }

    /** Whether the times differ by no more than the host can see, or not at all while those on the device do. */
    private boolean isRounded() {
        boolean devicesDiffer = first.device().isPresent()
                && second.device().isPresent()
                && first.device().get().micros() != second.device().get().micros();
        return devicesDiffer && Math.abs(change()) <= hostPollMicros() + CLOCK_MICROS;
    }

    /** The verdict on the difference. */
    public Verdict verdict() {
        if (isRounded()) {
            return Verdict.ROUNDED;
        }
        if (change() == 0) {
            return Verdict.SAME;
        }
        if (error().isEmpty()) {
            return Verdict.UNKNOWN;
        }
        return relativeDifference() < error().getAsDouble() ? Verdict.WITHIN_ERROR : Verdict.BEYOND_ERROR;
    }

    /** The verdict as a sentence. */
    public String verdictWords() {
        return switch (verdict()) {
            case SAME -> "Both take the same time.";
            case ROUNDED -> rounded();
            case UNKNOWN ->
                difference() + "; nothing like " + (first.meanError().isEmpty() ? "A" : "B")
                        + " was measured, so it is unknown whether hardware agrees.";
            case WITHIN_ERROR ->
                difference() + ", which is less than the error seen on hardware in runs like these (" + errorWords()
                        + "): hardware may see it the other way round.";
            case BEYOND_ERROR ->
                difference() + ", more than the error seen on hardware in runs like these (" + errorWords() + ").";
        };
    }

    private String rounded() {
        double a = first.device().map(DeviceTime::micros).orElse(0.0);
        double b = second.device().map(DeviceTime::micros).orElse(0.0);
        double relative = Math.abs(b - a) / Math.max(a, b);
        String model = error().isEmpty()
                ? "nothing like " + (first.meanError().isEmpty() ? "A" : "B") + " was measured"
                : relative < error().getAsDouble()
                        ? "less than the error seen on hardware in runs like these (" + errorWords() + ")"
                        : "more than the error seen on hardware in runs like these (" + errorWords() + ")";
        return String.format(
                Locale.ROOT,
                "%s: that is no more than the %.1f us at which a copy polls for the end of a grid"
                        + " (host_link.acquire_poll), so the host's time cannot tell them apart. On the device, from the"
                        + " first start to the last completion, A takes %.2f us and B %.2f us: %s takes %.1f%% less, %s.",
                change() == 0
                        ? "Both take the same time"
                        : String.format(Locale.ROOT, "The times differ by %.2f us", Math.abs(change())),
                hostPollMicros(),
                a,
                b,
                a < b ? "A" : "B",
                100 * relative,
                model);
    }

    private String errorWords() {
        return String.format(Locale.ROOT, "mean %.0f%%", 100 * error().orElse(0));
    }

    private String difference() {
        String faster = change() < 0 ? "B" : "A";
        double shorter = Math.min(first.timeMicros(), second.timeMicros());
        double longer = Math.max(first.timeMicros(), second.timeMicros());
        return longer >= 2 * shorter && shorter > 0
                ? String.format(Locale.ROOT, "%s is %.1f times as fast", faster, longer / shorter)
                : String.format(Locale.ROOT, "%s takes %.1f%% less time", faster, 100 * relativeDifference());
    }

    /** The parts with the largest changes, in descending order; small changes are left out. */
    public List<PartChange> mechanisms() {
        double most = parts().stream()
                .mapToDouble(each -> Math.abs(each.change()))
                .max()
                .orElse(0);
        return parts().stream()
                .filter(each -> each.change() != 0 && Math.abs(each.change()) >= NEGLIGIBLE * most)
                .sorted(Comparator.comparingDouble(each -> -Math.abs(each.change())))
                .limit(WORTH_NAMING)
                .toList();
    }
}
