package io.cdpsim.workloads.rules;

import java.util.List;

/** Rules COPY. */
final class CopyScenarios {
    private CopyScenarios() {}

    static List<RuleScenario> all() {
        return List.of();
    }
}
