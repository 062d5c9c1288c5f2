package io.cdpsim.workloads;

import java.util.ArrayList;
import java.util.List;

/**
 * The measured regime that a run is like.
 *
 * @param regime the nearest regime
 * @param differences how the run differs from it, a few words each, such as {@code pool of 2,048}; empty where the run is within the regime
 */
public record RegimeMatch(MeasuredRegime regime, List<String> differences) {
    public RegimeMatch {
        differences = List.copyOf(differences);
    }

    /** A run within a regime. */
    public static RegimeMatch within(MeasuredRegime regime) {
        return new RegimeMatch(regime, List.of());
    }

    /** A copy with one more difference, if there is one. */
    public RegimeMatch unless(boolean same, String difference) {
        if (same) {
            return this;
        }
        List<String> more = new ArrayList<>(differences);
        more.add(difference);
        return new RegimeMatch(regime, more);
    }
}
