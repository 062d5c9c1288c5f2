package io.cdpsim.semantics.rules.launch;

import io.cdpsim.semantics.rules.scenario.RuleScenario;
import java.util.ArrayList;
import java.util.List;

/** The scenarios of the groups LNCH, PARM and ENV. */
public final class LaunchRules {
    private LaunchRules() {}

    /** All of them; those of a rule in the order in which they are shown. */
    public static List<RuleScenario> scenarios() {
        List<RuleScenario> all = new ArrayList<>();
        all.addAll(LaunchScenarios.all());
        all.addAll(KernelPropertyScenarios.all());
        all.addAll(ParameterScenarios.all());
        all.addAll(EnvironmentScenarios.all());
        return List.copyOf(all);
    }
}
