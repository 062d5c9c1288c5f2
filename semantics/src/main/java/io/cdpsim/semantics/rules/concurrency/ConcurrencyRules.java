package io.cdpsim.semantics.rules.concurrency;

import io.cdpsim.semantics.rules.scenario.RuleScenario;
import java.util.ArrayList;
import java.util.List;

/** The scenarios of the groups CONC and OCC. */
public final class ConcurrencyRules {
    private ConcurrencyRules() {}

    /** All of them; those of a rule in the order in which they are shown. */
    public static List<RuleScenario> scenarios() {
        List<RuleScenario> all = new ArrayList<>();
        all.addAll(ConcurrencyScenarios.all());
        all.addAll(OccupancyScenarios.all());
        return List.copyOf(all);
    }
}
