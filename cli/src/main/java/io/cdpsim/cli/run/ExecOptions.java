package io.cdpsim.cli.run;

import io.cdpsim.cli.option.SimulationOptions;
import io.cdpsim.cli.output.AtomicFile;
import io.cdpsim.cli.output.ExitCode;
import io.cdpsim.cli.output.PrintableText;
import io.cdpsim.cli.output.RaceReport;
import io.cdpsim.cli.output.SourceLines;
import io.cdpsim.experiments.compare.RunSpecification;
import io.cdpsim.observe.RunListener;
import io.cdpsim.observe.times.GridTimeRecorder;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.programs.exec.ExecWorkload;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.workloads.InputCache;
import io.cdpsim.workloads.OptionValues;
import io.cdpsim.workloads.Progress;
import io.cdpsim.workloads.RunRequest;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.TimeAccuracy;
import io.cdpsim.workloads.Workload;
import io.cdpsim.workloads.Workloads;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** What a run of a program may be told, as {@link RunOptions} for workloads; the report leaves the standard output to the program. */
final class ExecOptions {
    @Mixin
    private SimulationOptions simulation;

    @Mixin
    private RecordingOptions records;

    @Option(names = "--json", paramLabel = "FILE", description = "Write the report to a file as JSON.")
    private @Nullable Path json;

    @Option(names = "--quiet", description = "No report and no progress bar: errors only.")
    private boolean quiet;

    /** The GPU that is asked for. */
    GpuProfile profile() {
        return simulation.profile();
    }

    /** Says so where an option of this command stands among the words for the program: it may be meant for this command. */
    void tellOfOptionsBehind(CommandSpec command, List<String> arguments) {
        if (quiet) {
            return;
        }
        for (String each : arguments) {
            String name = each.contains("=") ? each.substring(0, each.indexOf('=')) : each;
            if (name.startsWith("--") && command.optionsMap().containsKey(name)) {
                command.commandLine()
                        .getErr()
                        .println("cdpsim: " + name + " is given to the program; for cdpsim it must stand before the"
                                + " program's name");
            }
        }
    }

    /** Runs a program and reports. @return the exit code */
    int run(CommandSpec command, Workload workload, OptionValues options) {
        PrintWriter err = command.commandLine().getErr();
        records.check();
        AtomicFile.check("--json", json);
        GridTimeRecorder times = new GridTimeRecorder();
        RunSpecification question = simulation.question(command, workload, options, Optional.empty());
        List<RunListener> watchers = records.watchers();
        watchers.add(times);
        MachineSettings machine = question.machine().withWatchers(watchers);
        RunRequest request = new RunRequest(options, machine, new Progress(), new InputCache());
        RunResult result = ProgressBar.run(command.name(), workload, request, !quiet, err);
        GridTimesReport gridTimes = new GridTimesReport(times, machine.profile().clock());
        SourceLines source = new SourceLines(List.of());
        TimeAccuracy trust = Workloads.trust(workload, request);
        Optional<BreakdownReport> parts = records.breakdown(question, result);
        if (!quiet) {
            err.print(ResultReport.table(result, trust, gridTimes, parts, source));
            err.flush();
        }
        String problem = json == null ? "" : written(json, ResultReport.json(result, trust, gridTimes, parts));
        if (problem.isEmpty()) {
            problem = records.write(question, result, trust);
        }
        if (!problem.isEmpty()) {
            err.println("cdpsim: " + problem);
            return ExitCode.UNFINISHED;
        }
        if (!quiet && !records.summary().isEmpty()) {
            err.println("cdpsim: " + records.summary());
        }
        int exitCode = ExecWorkload.exitCode(result);
        if (!result.correct() && !quiet) {
            err.println("cdpsim: " + source.beneath(PrintableText.lines(result.failure())));
        }
        if (exitCode == 0 && result.racesUnmeant()) {
            err.println("cdpsim: check failed: the program has races or undefined uses, "
                    + RaceReport.summary(result.visibility().orElseThrow()));
            return ExitCode.FAILED_CHECK;
        }
        return exitCode;
    }

    private static String written(Path file, String text) {
        String unwritten = AtomicFile.write(file, text);
        return unwritten.isEmpty() ? "" : "cannot write " + file + ": " + unwritten;
    }
}
