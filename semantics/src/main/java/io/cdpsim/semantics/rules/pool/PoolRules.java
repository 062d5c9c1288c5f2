package io.cdpsim.semantics.rules.pool;

import io.cdpsim.semantics.rules.scenario.RuleScenario;
import java.util.ArrayList;
import java.util.List;

/** The scenarios of the group POOL, and of what DEPTH and CONC say of reserved memory. */
public final class PoolRules {
    private PoolRules() {}

    /** All of them; those of a rule in the order in which they are shown. */
    public static List<RuleScenario> scenarios() {
        List<RuleScenario> all = new ArrayList<>();
        all.addAll(ReservationScenarios.all());
        all.addAll(PoolScenarios.all());
        all.addAll(PoolCostScenarios.all());
        return List.copyOf(all);
    }
}
