package io.cdpsim.workloads;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * How far to trust the time of a run.
 *
 * @param profile the simulated GPU
 * @param regime what was measured that the run is like; empty where nothing was
 * @param errors how far off the simulator was there; there where the regime is
 * @param timed whether the run simulated at all how long instructions take
 * @param differences as {@link RegimeMatch#differences()}
 */
public record TimeAccuracy(
        String profile,
        boolean timed,
        Optional<MeasuredRegime> regime,
        Optional<ErrorStatistics> errors,
        List<String> differences) {
    public TimeAccuracy {
        differences = List.copyOf(differences);
    }

    /** Nothing like the run was measured on its GPU. */
    static TimeAccuracy none(String profile) {
        return new TimeAccuracy(profile, true, Optional.empty(), Optional.empty(), List.of());
    }

    /** The run did not simulate how long instructions and memory accesses take. */
    public static TimeAccuracy untimed(String profile) {
        return new TimeAccuracy(profile, false, Optional.empty(), Optional.empty(), List.of());
    }

    /**
     * What people read, an idea a line, such as {@code mean error 12%, 40 of 44 within 25%:}, {@code searches that launch on h200, pool 262,144}
     * and, where the run lies outside of what was measured, {@code not measured: pool of 2,048}.
     */
    public List<String> lines() {
        if (!timed) {
            return List.of("no time to trust: how long instructions and memory accesses take was not simulated");
        }
        if (regime.isEmpty() || errors.isEmpty()) {
            return List.of("nothing like this was measured on " + profile);
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
