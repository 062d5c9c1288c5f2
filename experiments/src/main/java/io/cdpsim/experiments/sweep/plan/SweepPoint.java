package io.cdpsim.experiments.sweep.plan;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A run of a sweep.
 *
 * @param number its number in the sweep, from 1, a function of the specification
 * @param varied the value of each axis as text, in the order of the axes
 * @param seed its seed
 */
public record SweepPoint(int number, Map<String, String> varied, long seed) {
    /** Keeps a copy. */
    public SweepPoint {
        varied = Collections.unmodifiableMap(new LinkedHashMap<>(varied));
    }
}
