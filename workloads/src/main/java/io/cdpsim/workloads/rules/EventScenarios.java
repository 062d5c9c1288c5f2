package io.cdpsim.workloads.rules;

import java.util.List;

/** Rules EVT. */
final class EventScenarios {
    private EventScenarios() {}

    static List<RuleScenario> all() {
        return List.of();
    }
}
