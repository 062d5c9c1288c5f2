package io.cdpsim.workloads.rules;

import java.util.List;

/** Rules LNCH. */
final class LaunchScenarios {
    private LaunchScenarios() {}

    static List<RuleScenario> all() {
        return List.of();
    }
}
