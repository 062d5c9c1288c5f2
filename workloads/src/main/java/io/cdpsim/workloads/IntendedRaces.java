package io.cdpsim.workloads;

import io.cdpsim.memory.visibility.report.VisibilityReport;
import java.util.Set;

/**
 * The races, and other undefined uses of memory, that a program has on purpose.
 *
 * @param why why it has them; empty if it has none
 * @param rules ids of the rules they go against
 */
public record IntendedRaces(String why, Set<String> rules) {
    /** A program without any. */
    public static final IntendedRaces NONE = new IntendedRaces("", Set.of());

    public IntendedRaces {
        rules = Set.copyOf(rules);
    }

    /** The same, with the rules one by one. */
    public static IntendedRaces of(String why, String... rules) {
        return new IntendedRaces(why, Set.of(rules));
    }

    /** Whether everything that was found is there on purpose. */
    public boolean covers(VisibilityReport report) {
        return report.races().stream()
                        .allMatch(race -> rules.contains(race.kind().rule()))
                && report.misuses().stream().allMatch(misuse -> rules.contains(misuse.rule()));
    }
}
