package io.cdpsim.workloads.rules;

import java.util.List;

/** Rules PRNT. */
final class PrintfScenarios {
    private PrintfScenarios() {}

    static List<RuleScenario> all() {
        return List.of();
    }
}
