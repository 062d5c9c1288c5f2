package io.cdpsim.semantics.rules.catalog;

import io.cdpsim.semantics.rules.concurrency.ConcurrencyScenarios;
import io.cdpsim.semantics.rules.error.ErrorScenarios;
import io.cdpsim.semantics.rules.graph.ClusterScenarios;
import io.cdpsim.semantics.rules.graph.CooperativeScenarios;
import io.cdpsim.semantics.rules.graph.DependentLaunchScenarios;
import io.cdpsim.semantics.rules.graph.GraphScenarios;
import io.cdpsim.semantics.rules.launch.EnvironmentScenarios;
import io.cdpsim.semantics.rules.launch.LaunchScenarios;
import io.cdpsim.semantics.rules.launch.ParameterScenarios;
import io.cdpsim.semantics.rules.memory.CopyScenarios;
import io.cdpsim.semantics.rules.memory.HeapScenarios;
import io.cdpsim.semantics.rules.memory.MemoryScenarios;
import io.cdpsim.semantics.rules.memory.PrintfScenarios;
import io.cdpsim.semantics.rules.nesting.DepthScenarios;
import io.cdpsim.semantics.rules.nesting.NestingScenarios;
import io.cdpsim.semantics.rules.nesting.SwapScenarios;
import io.cdpsim.semantics.rules.nesting.SynchronizeScenarios;
import io.cdpsim.semantics.rules.pool.PoolScenarios;
import io.cdpsim.semantics.rules.pool.ReservationScenarios;
import io.cdpsim.semantics.rules.scenario.RuleScenario;
import io.cdpsim.semantics.rules.stream.EventScenarios;
import io.cdpsim.semantics.rules.stream.FireAndForgetScenarios;
import io.cdpsim.semantics.rules.stream.StreamScenarios;
import io.cdpsim.semantics.rules.stream.TailLaunchScenarios;
import io.cdpsim.semantics.rules.version.DeviceApiScenarios;
import io.cdpsim.semantics.rules.version.VersionScenarios;
import java.util.List;
import java.util.stream.Stream;

/** The scenarios of all rules. */
public final class RuleScenarios {
    private RuleScenarios() {}

    /** All scenarios. */
    public static List<RuleScenario> all() {
        return Stream.of(
                        VersionScenarios.all(),
                        DeviceApiScenarios.all(),
                        NestingScenarios.all(),
                        SynchronizeScenarios.all(),
                        SwapScenarios.all(),
                        DepthScenarios.all(),
                        LaunchScenarios.all(),
                        ParameterScenarios.all(),
                        EnvironmentScenarios.all(),
                        StreamScenarios.all(),
                        FireAndForgetScenarios.all(),
                        TailLaunchScenarios.all(),
                        EventScenarios.all(),
                        ReservationScenarios.all(),
                        PoolScenarios.all(),
                        ErrorScenarios.all(),
                        MemoryScenarios.all(),
                        CopyScenarios.all(),
                        HeapScenarios.all(),
                        PrintfScenarios.all(),
                        ConcurrencyScenarios.all(),
                        GraphScenarios.all(),
                        CooperativeScenarios.all(),
                        ClusterScenarios.all(),
                        DependentLaunchScenarios.all())
                .flatMap(List::stream)
                .toList();
    }

    /** The scenarios of one rule. */
    public static List<RuleScenario> of(String rule) {
        return all().stream().filter(s -> s.rule().equals(rule)).toList();
    }
}
