package io.cdpsim.workloads.rules;

import java.util.List;

/** Rules STR. */
final class StreamScenarios {
    private StreamScenarios() {}

    static List<RuleScenario> all() {
        return List.of();
    }
}
