package io.cdpsim.workloads.rules;

import java.util.List;

/** Rules DEPTH. */
final class DepthScenarios {
    private DepthScenarios() {}

    static List<RuleScenario> all() {
        return List.of();
    }
}
