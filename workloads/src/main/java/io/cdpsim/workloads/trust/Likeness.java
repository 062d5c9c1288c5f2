package io.cdpsim.workloads.trust;

import java.util.ArrayList;
import java.util.List;

/**
 * What a run is like, of all that was measured.
 *
 * @param regime the nearest regime
 * @param differences in what the run is outside of it, a few words each, such as {@code pool of 2,048}; none where it lies within
 */
public record Likeness(Regime regime, List<String> differences) {
    public Likeness {
        differences = List.copyOf(differences);
    }

    /** A run within a regime. */
    public static Likeness within(Regime regime) {
        return new Likeness(regime, List.of());
    }

    /** The same with a difference more, if there is one. */
    public Likeness unless(boolean same, String difference) {
        if (same) {
            return this;
        }
        List<String> more = new ArrayList<>(differences);
        more.add(difference);
        return new Likeness(regime, more);
    }
}
