package io.cdpsim.experiments.sweep.plan;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A run of a sweep.
 *
 * @param number its number in the sweep, from 1; the same wherever the sweep is made of the same question
 * @param varied the value of each axis, as it was written, in the order of the axes
 * @param seed the seed it draws from
 */
public record SweepPoint(int number, Map<String, String> varied, long seed) {
    /** Keeps a copy. */
    public SweepPoint {
        varied = Collections.unmodifiableMap(new LinkedHashMap<>(varied));
    }
}
