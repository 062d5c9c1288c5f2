package io.cdpsim.workloads.rules;

import java.util.List;

/** Rules OCC. */
final class OccupancyScenarios {
    private OccupancyScenarios() {}

    static List<RuleScenario> all() {
        return List.of();
    }
}
