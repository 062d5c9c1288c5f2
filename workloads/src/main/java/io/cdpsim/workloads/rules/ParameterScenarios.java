package io.cdpsim.workloads.rules;

import java.util.List;

/** Rules PARM. */
final class ParameterScenarios {
    private ParameterScenarios() {}

    static List<RuleScenario> all() {
        return List.of();
    }
}
