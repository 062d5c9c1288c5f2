package io.cdpsim.workloads;

import java.util.ArrayList;
import java.util.List;

/**
 * The measured regime that a run is like.
 *
 * @param regime the nearest regime
 * @param overflows whether launches into a full pool were part of the measured rows
 * @param differences how the run differs from it, a few words each, such as {@code pool of 2,048}; empty where the run is within the regime
 */
public record RegimeMatch(MeasuredRegime regime, boolean overflows, List<String> differences) {
    public RegimeMatch {
        differences = List.copyOf(differences);
    }

    /** A run within a regime. */
    public static RegimeMatch within(MeasuredRegime regime) {
        return new RegimeMatch(regime, false, List.of());
    }

    /** A copy for rows in which pools were full or not. */
    public RegimeMatch withOverflows(boolean measured) {
        return new RegimeMatch(regime, measured, differences);
    }

    /** A copy with one more difference, if there is one. */
    public RegimeMatch unless(boolean same, String difference) {
        if (same) {
            return this;
        }
        List<String> more = new ArrayList<>(differences);
        more.add(difference);
        return new RegimeMatch(regime, overflows, more);
    }
}
