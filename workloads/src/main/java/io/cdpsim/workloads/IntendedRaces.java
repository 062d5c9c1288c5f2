package io.cdpsim.workloads;

import io.cdpsim.memory.visibility.report.VisibilityReport;
import java.util.Set;

/**
 * The races, and other undefined uses of memory, that a program contains on purpose.
 *
 * @param why the reason; empty if there are none
 * @param rules ids of the rules that they violate
 */
public record IntendedRaces(String why, Set<String> rules) {
    /** A program without any. */
    public static final IntendedRaces NONE = new IntendedRaces("", Set.of());

    public IntendedRaces {
        rules = Set.copyOf(rules);
    }

    /** The same, with the rules listed one by one. */
    public static IntendedRaces of(String why, String... rules) {
        return new IntendedRaces(why, Set.of(rules));
    }

    /** Whether every reported race is intended. */
    public boolean covers(VisibilityReport report) {
        return report.races().stream()
                        .allMatch(race -> rules.contains(race.kind().rule()))
                && report.misuses().stream().allMatch(misuse -> rules.contains(misuse.rule()));
    }
}
