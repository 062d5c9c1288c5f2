package io.cdpsim.semantics.rules.nesting;

import io.cdpsim.semantics.rules.scenario.RuleScenario;
import java.util.ArrayList;
import java.util.List;

/** The scenarios of the groups NEST, SYNC and DEPTH. */
public final class NestingRules {
    private NestingRules() {}

    /** All of them; those of a rule in the order in which they are shown. */
    public static List<RuleScenario> scenarios() {
        List<RuleScenario> all = new ArrayList<>();
        all.addAll(NestingScenarios.all());
        all.addAll(SynchronizeScenarios.all());
        all.addAll(SwapScenarios.all());
        all.addAll(DepthScenarios.all());
        return List.copyOf(all);
    }
}
