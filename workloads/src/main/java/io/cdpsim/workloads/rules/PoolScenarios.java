package io.cdpsim.workloads.rules;

import java.util.List;

/** Rules POOL. */
final class PoolScenarios {
    private PoolScenarios() {}

    static List<RuleScenario> all() {
        return List.of();
    }
}
