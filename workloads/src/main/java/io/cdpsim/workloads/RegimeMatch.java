package io.cdpsim.workloads;

import java.util.ArrayList;
import java.util.List;

/**
 * What a run is like, of all that was measured.
 *
 * @param regime the nearest regime
 * @param differences in what the run is outside of it, a few words each, such as {@code pool of 2,048}; none where it lies within
 */
public record RegimeMatch(MeasuredRegime regime, List<String> differences) {
    public RegimeMatch {
        differences = List.copyOf(differences);
    }

    /** A run within a regime. */
    public static RegimeMatch within(MeasuredRegime regime) {
        return new RegimeMatch(regime, List.of());
    }

    /** The same with a difference more, if there is one. */
    public RegimeMatch unless(boolean same, String difference) {
        if (same) {
            return this;
        }
        List<String> more = new ArrayList<>(differences);
        more.add(difference);
        return new RegimeMatch(regime, more);
    }
}
