package io.cdpsim.workloads.rules;

import java.util.List;

/** Rules HEAP. */
final class HeapScenarios {
    private HeapScenarios() {}

    static List<RuleScenario> all() {
        return List.of();
    }
}
