package io.cdpsim.workloads.rules.catalog;

import io.cdpsim.workloads.rules.concurrency.ConcurrencyScenarios;
import io.cdpsim.workloads.rules.concurrency.OccupancyScenarios;
import io.cdpsim.workloads.rules.error.ErrorScenarios;
import io.cdpsim.workloads.rules.launch.EnvironmentScenarios;
import io.cdpsim.workloads.rules.launch.KernelPropertyScenarios;
import io.cdpsim.workloads.rules.launch.LaunchScenarios;
import io.cdpsim.workloads.rules.launch.ParameterScenarios;
import io.cdpsim.workloads.rules.memory.CopyScenarios;
import io.cdpsim.workloads.rules.memory.HeapScenarios;
import io.cdpsim.workloads.rules.memory.MemoryScenarios;
import io.cdpsim.workloads.rules.memory.PrintfScenarios;
import io.cdpsim.workloads.rules.nesting.DepthScenarios;
import io.cdpsim.workloads.rules.nesting.NestingScenarios;
import io.cdpsim.workloads.rules.nesting.SwapScenarios;
import io.cdpsim.workloads.rules.nesting.SynchronizeScenarios;
import io.cdpsim.workloads.rules.pool.PoolCostScenarios;
import io.cdpsim.workloads.rules.pool.PoolScenarios;
import io.cdpsim.workloads.rules.pool.ReservationScenarios;
import io.cdpsim.workloads.rules.scenario.RuleScenario;
import io.cdpsim.workloads.rules.stream.EventScenarios;
import io.cdpsim.workloads.rules.stream.FireAndForgetScenarios;
import io.cdpsim.workloads.rules.stream.StreamScenarios;
import io.cdpsim.workloads.rules.stream.TailLaunchScenarios;
import io.cdpsim.workloads.rules.version.ApiScenarios;
import io.cdpsim.workloads.rules.version.DeviceQuestionScenarios;
import io.cdpsim.workloads.rules.version.VersionScenarios;
import java.util.List;
import java.util.stream.Stream;

/** All scenarios, package by package. */
public final class RuleScenarios {
    private RuleScenarios() {}

    /** All scenarios. */
    public static List<RuleScenario> all() {
        return Stream.of(
                        VersionScenarios.all(),
                        DeviceQuestionScenarios.all(),
                        ApiScenarios.all(),
                        NestingScenarios.all(),
                        SynchronizeScenarios.all(),
                        SwapScenarios.all(),
                        DepthScenarios.all(),
                        LaunchScenarios.all(),
                        KernelPropertyScenarios.all(),
                        ParameterScenarios.all(),
                        EnvironmentScenarios.all(),
                        StreamScenarios.all(),
                        FireAndForgetScenarios.all(),
                        TailLaunchScenarios.all(),
                        EventScenarios.all(),
                        ReservationScenarios.all(),
                        PoolScenarios.all(),
                        PoolCostScenarios.all(),
                        ErrorScenarios.all(),
                        MemoryScenarios.all(),
                        CopyScenarios.all(),
                        HeapScenarios.all(),
                        PrintfScenarios.all(),
                        ConcurrencyScenarios.all(),
                        OccupancyScenarios.all())
                .flatMap(List::stream)
                .toList();
    }

    /** The scenarios of one rule. */
    public static List<RuleScenario> of(String rule) {
        return all().stream().filter(s -> s.rule().equals(rule)).toList();
    }
}
