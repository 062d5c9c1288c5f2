package io.cdpsim.semantics.rules.version;

import io.cdpsim.semantics.rules.scenario.RuleScenario;
import java.util.ArrayList;
import java.util.List;

/** The scenarios of the groups VER and API. */
public final class VersionRules {
    private VersionRules() {}

    /** All of them; those of a rule in the order in which they are shown. */
    public static List<RuleScenario> scenarios() {
        List<RuleScenario> all = new ArrayList<>();
        all.addAll(VersionScenarios.all());
        all.addAll(DeviceQuestionScenarios.all());
        all.addAll(ApiScenarios.all());
        return List.copyOf(all);
    }
}
