package io.cdpsim.workloads.rules;

import java.util.List;

/** Rules NEST. */
final class NestingScenarios {
    private NestingScenarios() {}

    static List<RuleScenario> all() {
        return List.of();
    }
}
