package io.cdpsim.cli.tune;

import io.cdpsim.cli.option.CompletionCandidates;
import io.cdpsim.cli.option.TextOrJsonCommand;
import io.cdpsim.cli.option.WholeNumber;
import io.cdpsim.cli.output.ExitCode;
import io.cdpsim.cli.output.NumberFormats;
import io.cdpsim.cli.run.ProgressBar;
import io.cdpsim.cli.run.WorkloadCommand;
import io.cdpsim.cli.sweep.ProgramOperands;
import io.cdpsim.cli.sweep.SharedRunOptions;
import io.cdpsim.experiments.sweep.plan.Sweep;
import io.cdpsim.experiments.sweep.plan.SweepAxis;
import io.cdpsim.experiments.sweep.plan.SweepSpecification;
import io.cdpsim.experiments.tune.TuneSearch;
import io.cdpsim.experiments.tune.TuningResult;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.Progress;
import io.cdpsim.workloads.Workload;
import io.cdpsim.workloads.Workload.TunableOption;
import io.cdpsim.workloads.Workloads;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The search for the best settings of a workload: {@code cdpsim tune bfs} and the like. */
@Command
final class TuneWorkloadCommand implements Callable<Integer> {
    private final Workloads workloads;
    private final Workload workload;

    @Option(
            names = "--vary",
            paramLabel = "NAME=VALUES",
            completionCandidates = CompletionCandidates.SweepParameterNames.class,
            description =
                    "Try these values, of an option or of a field of the profile: separated by commas, or a range such"
                            + " as 16..4096:x2. May be repeated. What is given as an option is not varied.")
    private List<String> vary = new ArrayList<>();

    @Option(
            names = "--workers",
            paramLabel = "N",
            converter = WholeNumber.Positive.class,
            description = "Points to simulate at a time. Default: one a processor.")
    private @Nullable Integer workers;

    @Mixin
    private SharedRunOptions fixed;

    @Mixin
    private TextOrJsonCommand.JsonOption json;

    @Spec
    private CommandSpec spec;

    /** For a user's program. */
    private @Nullable ProgramOperands operands;

    private TuneWorkloadCommand(Workloads workloads, Workload workload) {
        this.workloads = workloads;
        this.workload = workload;
    }

    /** Makes the command. */
    static CommandLine of(Workloads workloads, Workload workload) {
        if (ProgramOperands.isProgram(workload)) {
            TuneWorkloadCommand command = new TuneWorkloadCommand(workloads, workload);
            return ProgramOperands.command(workload, command, made -> command.operands = made);
        }
        return WorkloadCommand.about(workload, new TuneWorkloadCommand(workloads, workload));
    }

    @Override
    public Integer call() {
        Map<String, String> given = fixed.values(spec, workload);
        if (operands != null) {
            operands.addTo(
                    given, name -> vary.stream().anyMatch(each -> each.strip().startsWith(name + "=")), workload);
        }
        Sweep sweep = Sweep.of(
                new SweepSpecification(workload.name(), given, axes(given), 1, OptionalInt.empty()), workloads);
        TuneSearch search = new TuneSearch(sweep);
        TuningResult tuning = search(search);
        TuneReport report = new TuneReport(workload, given, search, tuning);
        PrintWriter out = spec.commandLine().getOut();
        out.print(json.isGiven() ? TuneReport.TuneJson.text(report, tuning) : report.text());
        out.flush();
        return ExitCode.DONE;
    }

    /** The tunable options of the workload that have no given value, and the axes of {@code --vary}. */
    private List<SweepAxis> axes(Map<String, String> given) {
        Map<String, SweepAxis> axes = new LinkedHashMap<>();
        for (TunableOption each : workload.tuned()) {
            if (!given.containsKey(each.option().name())) {
                SweepAxis axis = SweepAxis.parse(each.option().name() + "=" + each.values());
                axes.put(axis.name(), axis);
            }
        }
        List<String> twice = new ArrayList<>();
        for (String each : vary) {
            SweepAxis axis = SweepAxis.parse(each);
            if (twice.contains(axis.name())) {
                throw new InvalidInputException(axis.name() + " varies twice; give all its values at once");
            }
            twice.add(axis.name());
            axes.put(axis.name(), axis);
        }
        if (axes.isEmpty()) {
            throw new InvalidInputException(
                    workload.tuned().isEmpty()
                            ? "nothing to tune: say what may change, as in --vary -DTHRESHOLD=8..1024:x2"
                            : "nothing to tune: every option that " + workload.name()
                                    + " has for it was given; leave one out");
        }
        return List.copyOf(axes.values());
    }

    private TuningResult search(TuneSearch search) {
        Progress progress = new Progress();
        int threads = workers == null ? Runtime.getRuntime().availableProcessors() : workers;
        if (!ProgressBar.isVisible()) {
            return search.search(threads, progress);
        }
        try (ProgressBar bar = new ProgressBar(
                seconds -> String.format(
                        Locale.ROOT,
                        "tune %s  %s points  %.0f s",
                        workload.name(),
                        NumberFormats.count(progress.done()),
                        seconds),
                spec.commandLine().getErr())) {
            bar.start();
            return search.search(threads, progress);
        }
    }
}
