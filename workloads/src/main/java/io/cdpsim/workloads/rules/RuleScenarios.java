package io.cdpsim.workloads.rules;

import java.util.ArrayList;
import java.util.List;

/** All scenarios, in the order of the rulebook. */
public final class RuleScenarios {
    private RuleScenarios() {}

    /** All scenarios. */
    public static List<RuleScenario> all() {
        List<RuleScenario> all = new ArrayList<>();
        all.addAll(TailLaunchScenarios.all());
        return List.copyOf(all);
    }

    /** The scenarios of one rule. */
    public static List<RuleScenario> of(String rule) {
        return all().stream().filter(s -> s.rule().equals(rule)).toList();
    }
}
