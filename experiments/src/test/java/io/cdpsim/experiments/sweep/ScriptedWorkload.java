package io.cdpsim.experiments.sweep;

import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.workloads.IntendedRaces;
import io.cdpsim.workloads.OptionValueType;
import io.cdpsim.workloads.ResultName;
import io.cdpsim.workloads.RunRequest;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.RunResult.GridStatistics;
import io.cdpsim.workloads.Workload;
import io.cdpsim.workloads.WorkloadOption;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A workload with two numbers and a word that does what a test tells it.
 *
 * @param script what it does
 */
public record ScriptedWorkload(Function<RunRequest, RunResult> script) implements Workload {
    public static final WorkloadOption<Integer> A = WorkloadOption.of(
                    "a", "N", OptionValueType.wholeNumber(0, 1000), "A")
            .defaultingTo(1);
    public static final WorkloadOption<Integer> B = WorkloadOption.of(
                    "b", "N", OptionValueType.wholeNumber(0, 1000), "B")
            .defaultingTo(1);
    public static final WorkloadOption<String> WORD = WorkloadOption.of(
                    "word", "W", OptionValueType.text("a word"), "A word")
            .defaultingTo("w");

    private static final ResultName.Count SUM = new ResultName.Count("sum", "sum");
    private static final ResultName.Text NEVER = new ResultName.Text("never", "never reported");

    /** A workload whose result is the sum of its numbers, after so many microseconds. */
    public static ScriptedWorkload summing() {
        return new ScriptedWorkload(request -> result(request, ""));
    }

    /** The result of a run. */
    public static RunResult result(RunRequest request, String failure) {
        MachineSettings machine = request.machine();
        long sum = (long) request.options().get(A) + request.options().get(B);
        return new RunResult(
                "scripted",
                machine.profile().name(),
                machine.seed(),
                sum,
                sum,
                sum * 1000,
                new GridStatistics(0, 0, 1, 2048, 0, 0, 1),
                0.1,
                0,
                0,
                failure,
                System.nanoTime(),
                Optional.empty(),
                Optional.empty(),
                IntendedRaces.NONE,
                List.of(),
                List.of(SUM.of(sum)));
    }

    @Override
    public String name() {
        return "scripted";
    }

    @Override
    public String summary() {
        return "Does what a test tells it.";
    }

    @Override
    public List<WorkloadOption<?>> options() {
        return List.of(A, B, WORD);
    }

    @Override
    public List<ResultName> results() {
        return List.of(SUM, NEVER);
    }

    @Override
    public RunResult run(RunRequest request) {
        return script.apply(request);
    }
}
