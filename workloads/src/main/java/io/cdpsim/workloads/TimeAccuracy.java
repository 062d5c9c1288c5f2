package io.cdpsim.workloads;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * How accurate the simulated time of a run is.
 *
 * @param profile the simulated GPU
 * @param measured whether any run was measured on that GPU
 * @param regime the measured regime that the run is like; empty if none was measured
 * @param errors the model's errors there; present if the regime is
 * @param timed whether the run simulated the time of instructions
 * @param differences as {@link RegimeMatch#differences()}
 */
public record TimeAccuracy(
        String profile,
        boolean measured,
        boolean timed,
        Optional<MeasuredRegime> regime,
        Optional<ErrorStatistics> errors,
        List<String> differences) {
    public TimeAccuracy {
        differences = List.copyOf(differences);
    }

    /** No run like this one was measured on its GPU. */
    static TimeAccuracy none(String profile, boolean measured) {
        return new TimeAccuracy(profile, measured, true, Optional.empty(), Optional.empty(), List.of());
    }

    /** The run did not simulate how long instructions and memory accesses take. */
    public static TimeAccuracy untimed(String profile) {
        return new TimeAccuracy(profile, true, false, Optional.empty(), Optional.empty(), List.of());
    }

    /**
     * The text for people, one statement a line, such as {@code mean error 12%, 40 of 44 within 25%:}, {@code searches that launch on h200, pool
     * 262,144} and, where the run is outside of the measured range, {@code not measured: pool of 2,048}.
     */
    public List<String> lines() {
        if (!timed) {
            return List.of("no time to trust: how long instructions and memory accesses take was not simulated");
        }
        if (regime.isEmpty() || errors.isEmpty()) {
            return List.of(
                    measured ? "nothing like this was measured on " + profile : profile + " was never measured by us");
        }
        ErrorStatistics seen = errors.get();
        String fitted = seen.fitted() == 0 ? "" : ", of which " + seen.fitted() + " were fitted to";
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                        Locale.ROOT,
                        "mean error %.0f%%, %d of %d within 25%%",
                        100 * seen.mean(),
                        seen.within25(),
                        seen.rows())
                + fitted
                + ":");
        lines.add(regime.get().words(profile));
        if (!differences.isEmpty()) {
            lines.add("not measured: " + String.join(", ", differences));
        }
        return lines;
    }

    /** The {@link #lines} as one sentence. */
    public String words() {
        return String.join("; ", lines()).replace(":; ", ": ");
    }
}
