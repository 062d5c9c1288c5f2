package io.cdpsim.workloads.rules;

import java.util.List;

/** Rules MEM. */
final class MemoryScenarios {
    private MemoryScenarios() {}

    static List<RuleScenario> all() {
        return List.of();
    }
}
