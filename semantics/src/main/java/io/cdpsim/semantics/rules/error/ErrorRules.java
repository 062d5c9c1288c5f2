package io.cdpsim.semantics.rules.error;

import io.cdpsim.semantics.rules.scenario.RuleScenario;
import java.util.ArrayList;
import java.util.List;

/** The scenarios of the group ERR. */
public final class ErrorRules {
    private ErrorRules() {}

    /** All of them; those of a rule in the order in which they are shown. */
    public static List<RuleScenario> scenarios() {
        List<RuleScenario> all = new ArrayList<>();
        all.addAll(ErrorScenarios.all());
        return List.copyOf(all);
    }
}
