package io.cdpsim.workloads.rules;

import java.util.List;

/** Rules FAF. */
final class FireAndForgetScenarios {
    private FireAndForgetScenarios() {}

    static List<RuleScenario> all() {
        return List.of();
    }
}
