package io.cdpsim.workloads.rules;

import java.util.List;

/** Rules ENV. */
final class EnvironmentScenarios {
    private EnvironmentScenarios() {}

    static List<RuleScenario> all() {
        return List.of();
    }
}
