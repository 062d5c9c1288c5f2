package io.cdpsim.workloads.rules;

import java.util.List;

/** Rules VER. */
final class VersionScenarios {
    private VersionScenarios() {}

    static List<RuleScenario> all() {
        return List.of();
    }
}
