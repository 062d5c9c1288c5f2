package io.cdpsim.workloads.rules;

import java.util.List;

/** Rules SYNC. */
final class SynchronizeScenarios {
    private SynchronizeScenarios() {}

    static List<RuleScenario> all() {
        return List.of();
    }
}
