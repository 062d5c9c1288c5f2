package io.cdpsim.memory.visibility.report;

import java.util.List;

/**
 * What the checker found.
 *
 * @param races each pair of places once, in the order in which they were found
 * @param misuses each place once
 */
public record VisibilityReport(List<Race> races, List<UndefinedUse> misuses) {
    /** Nothing found. */
    public static final VisibilityReport CLEAN = new VisibilityReport(List.of(), List.of());

    /** Keeps copies. */
    public VisibilityReport {
        races = List.copyOf(races);
        misuses = List.copyOf(misuses);
    }

    /** Whether nothing was found. */
    public boolean isClean() {
        return races.isEmpty() && misuses.isEmpty();
    }
}
