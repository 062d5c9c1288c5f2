package io.cdpsim.workloads.rules.catalog;

import io.cdpsim.workloads.rules.concurrency.ConcurrencyRules;
import io.cdpsim.workloads.rules.error.ErrorRules;
import io.cdpsim.workloads.rules.launch.LaunchRules;
import io.cdpsim.workloads.rules.memory.MemoryRules;
import io.cdpsim.workloads.rules.nesting.NestingRules;
import io.cdpsim.workloads.rules.pool.PoolRules;
import io.cdpsim.workloads.rules.scenario.RuleScenario;
import io.cdpsim.workloads.rules.stream.StreamRules;
import io.cdpsim.workloads.rules.version.VersionRules;
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
