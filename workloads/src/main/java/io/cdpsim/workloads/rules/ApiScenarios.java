package io.cdpsim.workloads.rules;

import java.util.List;

/** Rules API. */
final class ApiScenarios {
    private ApiScenarios() {}

    static List<RuleScenario> all() {
        return List.of();
    }
}
