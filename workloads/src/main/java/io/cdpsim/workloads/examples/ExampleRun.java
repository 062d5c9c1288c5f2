package io.cdpsim.workloads.examples;

import io.cdpsim.profile.CdpSupport;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.Progress;
import io.cdpsim.workloads.ResultName;
import io.cdpsim.workloads.ResultValue;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.program.ProgramMachine;
import java.util.ArrayList;
import java.util.List;

/** Runs an example and checks its outcome. */
public final class ExampleRun {
    /** What the listing shows. */
    public static final ResultName.Text SHOWS = new ResultName.Text("shows", "shows");

    /** The rules that decide its outcome. */
    public static final ResultName.Text RULES = new ResultName.Text("rules", "rules");

    /** The permitted outcomes. */
    public static final ResultName.Text EXPECTED = new ResultName.Text("expected", "expected");

    /** The outcome of the run. */
    public static final ResultName.Text OUTCOME = new ResultName.Text("outcome", "outcome");

    /** All results of an example. */
    public static final List<ResultName> RESULTS = List.of(SHOWS, RULES, EXPECTED, OUTCOME);

    private final Example example;

    /** A run of an example. */
    public ExampleRun(Example example) {
        this.example = example;
    }

    /**
     * Runs the program.
     *
     * @throws InvalidInputException if the listing cannot be written in the profile's version of dynamic parallelism
     */
    public RunResult run(MachineSettings settings, Progress progress) {
        long start = System.nanoTime();
        checkVersion(settings.profile());
        progress.start("programs", 1);
        ProgramMachine lab = new ProgramMachine(settings);
        String outcome = example.run(lab);
        progress.done(1);
        String failure = example.expected().contains(outcome)
                ? ""
                : "outcome: expected " + expected(example) + ", got " + outcome;
        return RunResult.of(
                        workload(example), lab.machine(), failure, (System.nanoTime() - start) / 1e6, measures(outcome))
                .withIntendedRaces(example.intendedRaces());
    }

    private List<ResultValue> measures(String outcome) {
        List<ResultValue> measures = new ArrayList<>();
        measures.add(SHOWS.of(example.shows()));
        measures.add(RULES.of(String.join(", ", example.rules())));
        measures.add(EXPECTED.of(expected(example)));
        measures.add(OUTCOME.of(outcome));
        return measures;
    }

    /** The name of an example as a workload, such as {@code example:tail-pair}. */
    public static String workload(Example example) {
        return "example:" + example.name();
    }

    /** The permitted outcomes, as part of a sentence. */
    public static String expected(Example example) {
        return String.join(" or ", example.expected().stream().sorted().toList());
    }

    private void checkVersion(GpuProfile profile) {
        CdpSupport version = profile.cdp();
        if (example.versions().contains(version)) {
            return;
        }
        CdpSupport needed = example.versions().get(0);
        String has = version == CdpSupport.NONE ? "whose device code cannot launch" : "which has " + version;
        throw new InvalidInputException(workload(example) + " does not exist for " + profile.name() + ", " + has
                + (example.versions().size() > 1 ? "" : ": it is a program for " + needed) + "; use a profile such as "
                + (needed == CdpSupport.CDP1 ? "k20x" : "h200"));
    }
}
