package io.cdpsim.semantics.rules.catalog;

import io.cdpsim.semantics.rules.concurrency.ConcurrencyRules;
import io.cdpsim.semantics.rules.error.ErrorRules;
import io.cdpsim.semantics.rules.launch.LaunchRules;
import io.cdpsim.semantics.rules.memory.MemoryRules;
import io.cdpsim.semantics.rules.nesting.NestingRules;
import io.cdpsim.semantics.rules.pool.PoolRules;
import io.cdpsim.semantics.rules.scenario.RuleScenario;
import io.cdpsim.semantics.rules.stream.StreamRules;
import io.cdpsim.semantics.rules.version.VersionRules;
import java.util.List;
import java.util.stream.Stream;

/** All scenarios, room by room. */
public final class RuleScenarios {
    private RuleScenarios() {}

    /** All scenarios. */
    public static List<RuleScenario> all() {
        return Stream.of(
                        VersionRules.scenarios(),
                        NestingRules.scenarios(),
                        LaunchRules.scenarios(),
                        StreamRules.scenarios(),
                        PoolRules.scenarios(),
                        ErrorRules.scenarios(),
                        MemoryRules.scenarios(),
                        ConcurrencyRules.scenarios())
                .flatMap(List::stream)
                .toList();
    }

    /** The scenarios of one rule. */
    public static List<RuleScenario> of(String rule) {
        return all().stream().filter(s -> s.rule().equals(rule)).toList();
    }
}
