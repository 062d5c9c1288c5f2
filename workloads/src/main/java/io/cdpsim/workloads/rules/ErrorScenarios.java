package io.cdpsim.workloads.rules;

import java.util.List;

/** Rules ERR. */
final class ErrorScenarios {
    private ErrorScenarios() {}

    static List<RuleScenario> all() {
        return List.of();
    }
}
