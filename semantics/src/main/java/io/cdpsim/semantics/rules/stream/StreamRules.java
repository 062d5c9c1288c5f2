package io.cdpsim.semantics.rules.stream;

import io.cdpsim.semantics.rules.scenario.RuleScenario;
import java.util.ArrayList;
import java.util.List;

/** The scenarios of the groups STR, FAF, TAIL and EVT. */
public final class StreamRules {
    private StreamRules() {}

    /** All of them; those of a rule in the order in which they are shown. */
    public static List<RuleScenario> scenarios() {
        List<RuleScenario> all = new ArrayList<>();
        all.addAll(StreamScenarios.all());
        all.addAll(FireAndForgetScenarios.all());
        all.addAll(TailLaunchScenarios.all());
        all.addAll(EventScenarios.all());
        return List.copyOf(all);
    }
}
