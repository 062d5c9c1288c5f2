package io.cdpsim.workloads.rules;

import java.util.ArrayList;
import java.util.List;

/** All scenarios, in the order of the rulebook. */
public final class RuleScenarios {
    private RuleScenarios() {}

    /** All scenarios. */
    public static List<RuleScenario> all() {
        List<RuleScenario> all = new ArrayList<>();
        all.addAll(VersionScenarios.all());
        all.addAll(NestingScenarios.all());
        all.addAll(LaunchScenarios.all());
        all.addAll(KernelPropertyScenarios.all());
        all.addAll(ParameterScenarios.all());
        all.addAll(StreamScenarios.all());
        all.addAll(FireAndForgetScenarios.all());
        all.addAll(TailLaunchScenarios.all());
        all.addAll(EventScenarios.all());
        all.addAll(SynchronizeScenarios.all());
        all.addAll(SwapScenarios.all());
        all.addAll(DepthScenarios.all());
        all.addAll(ReservationScenarios.all());
        all.addAll(PoolScenarios.all());
        all.addAll(PoolCostScenarios.all());
        all.addAll(ErrorScenarios.all());
        all.addAll(EnvironmentScenarios.all());
        all.addAll(MemoryScenarios.all());
        all.addAll(CopyScenarios.all());
        all.addAll(HeapScenarios.all());
        all.addAll(PrintfScenarios.all());
        all.addAll(DeviceQuestionScenarios.all());
        all.addAll(ApiScenarios.all());
        all.addAll(ConcurrencyScenarios.all());
        all.addAll(OccupancyScenarios.all());
        return List.copyOf(all);
    }

    /** The scenarios of one rule. */
    public static List<RuleScenario> of(String rule) {
        return all().stream().filter(s -> s.rule().equals(rule)).toList();
    }
}
