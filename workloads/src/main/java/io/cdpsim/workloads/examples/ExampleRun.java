package io.cdpsim.workloads.examples;

import io.cdpsim.profile.CdpSupport;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.workloads.Measure;
import io.cdpsim.workloads.Progress;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.WorkloadException;
import io.cdpsim.workloads.rules.RuleLab;
import java.util.ArrayList;
import java.util.List;

/** Runs an example and checks its outcome. */
public final class ExampleRun {
    private final Example example;

    /** A run of an example. */
    public ExampleRun(Example example) {
        this.example = example;
    }

    /**
     * Runs the program.
     *
     * @throws WorkloadException if the listing cannot be written in the profile's version of dynamic parallelism
     */
    public RunResult run(MachineSettings settings, Progress progress) {
        long begin = System.nanoTime();
        checkVersion(settings.profile());
        progress.begin("programs", 1);
        RuleLab lab = new RuleLab(settings);
        String outcome = example.run(lab);
        progress.done(1);
        String failure = example.expected().contains(outcome)
                ? ""
                : "outcome: expected " + expected(example) + ", got " + outcome;
        return RunResult.of(
                        "example:" + example.name(),
                        lab.machine(),
                        failure,
                        (System.nanoTime() - begin) / 1e6,
                        measures(lab, outcome))
                .meaningToRace(example.meantRaces());
    }

    private List<Measure> measures(RuleLab lab, String outcome) {
        List<Measure> measures = new ArrayList<>();
        measures.add(new Measure.Text("shows", "shows", example.shows()));
        measures.add(new Measure.Text("rules", "rules", String.join(", ", example.rules())));
        measures.add(new Measure.Text("expected", "expected", expected(example)));
        measures.add(new Measure.Text("outcome", "outcome", outcome));
        int warnings = lab.timeline().warnings().size();
        measures.add(new Measure.Count("warnings", "warnings", warnings));
        return measures;
    }

    /** The outcomes that are allowed, as a sentence has them. */
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
        throw new WorkloadException("example:" + example.name() + " does not exist for " + profile.name() + ", " + has
                + (example.versions().size() > 1 ? "" : ": it is a program for " + needed) + "; use a profile such as "
                + (needed == CdpSupport.CDP1 ? "k20x" : "h200"));
    }
}
