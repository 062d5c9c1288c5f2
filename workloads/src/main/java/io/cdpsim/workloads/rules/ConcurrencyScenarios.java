package io.cdpsim.workloads.rules;

import java.util.List;

/** Rules CONC. */
final class ConcurrencyScenarios {
    private ConcurrencyScenarios() {}

    static List<RuleScenario> all() {
        return List.of();
    }
}
