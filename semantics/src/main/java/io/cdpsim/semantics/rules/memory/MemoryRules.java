package io.cdpsim.semantics.rules.memory;

import io.cdpsim.semantics.rules.scenario.RuleScenario;
import java.util.ArrayList;
import java.util.List;

/** The scenarios of the groups MEM, COPY, HEAP and PRNT. */
public final class MemoryRules {
    private MemoryRules() {}

    /** All of them; those of a rule in the order in which they are shown. */
    public static List<RuleScenario> scenarios() {
        List<RuleScenario> all = new ArrayList<>();
        all.addAll(MemoryScenarios.all());
        all.addAll(CopyScenarios.all());
        all.addAll(HeapScenarios.all());
        all.addAll(PrintfScenarios.all());
        return List.copyOf(all);
    }
}
