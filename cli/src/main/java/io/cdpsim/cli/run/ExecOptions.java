package io.cdpsim.cli.run;

import io.cdpsim.cli.option.CheckOption;
import io.cdpsim.cli.option.FreedomOptions;
import io.cdpsim.cli.option.ProfileOptions;
import io.cdpsim.cli.output.AtomicFile;
import io.cdpsim.cli.output.ExitCode;
import io.cdpsim.cli.output.Printable;
import io.cdpsim.cli.output.RaceReport;
import io.cdpsim.cli.output.SourceLines;
import io.cdpsim.observe.RunListener;
import io.cdpsim.observe.times.GridTimes;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.workloads.Inputs;
import io.cdpsim.workloads.Measure;
import io.cdpsim.workloads.OptionValues;
import io.cdpsim.workloads.Progress;
import io.cdpsim.workloads.RunRequest;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.Workload;
import io.cdpsim.workloads.WorkloadException;
import io.cdpsim.workloads.Workloads;
import io.cdpsim.workloads.compare.Question;
import io.cdpsim.workloads.exec.CudaProgram;
import io.cdpsim.workloads.sweep.row.RowFormat;
import io.cdpsim.workloads.sweep.row.RunTable;
import io.cdpsim.workloads.trust.TimeTrust;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** What a run of a program may be told, as {@link RunOptions} for workloads; the report leaves the standard output to the program. */
final class ExecOptions {
    @Mixin
    private ProfileOptions profile;

    @Mixin
    private FreedomOptions freedom;

    @Mixin
    private CheckOption check;

    @Mixin
    private TraceOption trace;

    @Mixin
    private BreakdownOption breakdown;

    @Mixin
    private ReportOption report;

    @Option(names = "--json", paramLabel = "FILE", description = "Write the report to a file as JSON.")
    private @Nullable Path json;

    @Option(names = "--quiet", description = "No report and no progress bar: errors only.")
    private boolean quiet;

    @Option(
            names = "--interpret",
            description = "Interpret every instruction instead of compiling hot code: the same result, more slowly.")
    private boolean interpret;

    @Option(
            names = "--fast",
            description =
                    "Run everything exactly, but do not simulate how long instructions and memory accesses take: the"
                            + " results hold, the times do not.")
    private boolean fast;

    @Option(
            names = "--csv",
            paramLabel = "FILE",
            description = "Write the result to a file too: a line of names and a line of values, like the rows of"
                    + " 'cdpsim sweep'.")
    private @Nullable Path csv;

    /** Made by picocli. */
    ExecOptions() {}

    /** The GPU that is asked for. */
    GpuProfile profile() {
        return profile.load();
    }

    /** Runs a program and reports. @return the exit code */
    int run(CommandSpec command, Workload workload, OptionValues options) {
        PrintWriter err = command.commandLine().getErr();
        checkWritable();
        GridTimes times = new GridTimes();
        MachineSettings machine = machine();
        List<RunListener> watchers = new ArrayList<>(trace.watchers());
        watchers.addAll(breakdown.watchers());
        watchers.addAll(report.watchers());
        watchers.add(times);
        machine = machine.withWatchers(watchers);
        RunRequest request = new RunRequest(options, machine, new Progress(), new Inputs());
        RunResult result = runWithProgress(command.name(), workload, request, err);
        GridTimesReport gridTimes = new GridTimesReport(times, machine.profile().clock());
        SourceLines source = new SourceLines(List.of());
        TimeTrust trust = Workloads.trust(workload, request);
        Question question = new Question(workload, options, machine, profile.name(), profile.changes());
        Optional<BreakdownReport> parts = breakdown.report(question, result);
        if (!quiet) {
            err.print(ResultReport.table(result, trust, gridTimes, parts, source));
            err.flush();
        }
        String problem = trace.write(result, machine.profile());
        if (problem.isEmpty()) {
            problem = written(json, () -> ResultReport.json(result, trust, gridTimes, parts));
        }
        if (problem.isEmpty()) {
            problem = written(csv, () -> RowFormat.CSV.write(RunTable.of(workload, options, result)));
        }
        if (problem.isEmpty()) {
            problem = report.write(result, trust, machine.profile().clock());
        }
        if (!problem.isEmpty()) {
            err.println("cdpsim: " + problem);
            return ExitCode.UNFINISHED;
        }
        if (!quiet && !trace.summary().isEmpty()) {
            err.println("cdpsim: " + trace.summary());
        }
        int exitCode = exitCode(result);
        if (!result.correct() && !quiet) {
            err.println("cdpsim: " + source.beneath(Printable.lines(result.failure())));
        }
        if (exitCode == 0 && result.racesUnmeant()) {
            err.println("cdpsim: check failed: the program has races or undefined uses, "
                    + RaceReport.summary(result.visibility().orElseThrow()));
            return ExitCode.FAILED_CHECK;
        }
        return exitCode;
    }

    private static String written(@Nullable Path file, Supplier<String> text) {
        String unwritten = file == null ? "" : AtomicFile.write(file, text.get());
        return unwritten.isEmpty() ? "" : "cannot write " + file + ": " + unwritten;
    }

    private static int exitCode(RunResult result) {
        return result.measures().stream()
                .filter(each -> each.result().equals(CudaProgram.EXIT_CODE))
                .mapToInt(each -> (int) ((Measure.Count) each).value())
                .findFirst()
                .orElse(ExitCode.UNFINISHED);
    }

    private void checkWritable() {
        trace.check();
        report.check();
        checkWritable("--json", json);
        checkWritable("--csv", csv);
    }

    private static void checkWritable(String option, @Nullable Path file) {
        if (file != null) {
            AtomicFile.obstacle(file).ifPresent(why -> {
                throw new WorkloadException(option + " " + file + " " + why);
            });
        }
    }

    private MachineSettings machine() {
        try {
            return freedom.applyTo(MachineSettings.of(profile.load())
                    .withCheck(check.wanted())
                    .withInterpret(interpret)
                    .withTimed(!fast));
        } catch (IllegalArgumentException e) {
            throw new WorkloadException(String.valueOf(e.getMessage()));
        }
    }

    private RunResult runWithProgress(String name, Workload workload, RunRequest request, PrintWriter err) {
        if (quiet || !ProgressBar.isSeen()) {
            return Workloads.run(workload, request);
        }
        try (ProgressBar bar = new ProgressBar(name, request.progress(), err)) {
            bar.start();
            return Workloads.run(workload, request);
        }
    }
}
