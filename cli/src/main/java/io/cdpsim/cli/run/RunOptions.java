package io.cdpsim.cli.run;

import io.cdpsim.cli.option.CheckOption;
import io.cdpsim.cli.option.FreedomOptions;
import io.cdpsim.cli.option.JsonOption;
import io.cdpsim.cli.option.ProfileOptions;
import io.cdpsim.cli.output.AtomicFile;
import io.cdpsim.cli.output.ExitCode;
import io.cdpsim.cli.output.Printable;
import io.cdpsim.cli.output.RaceReport;
import io.cdpsim.cli.output.SourceLines;
import io.cdpsim.observe.RunListener;
import io.cdpsim.observe.times.GridTimes;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.workloads.Inputs;
import io.cdpsim.workloads.OptionValues;
import io.cdpsim.workloads.Progress;
import io.cdpsim.workloads.RunRequest;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.SharedOptions;
import io.cdpsim.workloads.Workload;
import io.cdpsim.workloads.WorkloadException;
import io.cdpsim.workloads.Workloads;
import io.cdpsim.workloads.plan.PtxWorkload;
import io.cdpsim.workloads.ptx.LoadedPtx;
import io.cdpsim.workloads.ptx.PtxFiles;
import io.cdpsim.workloads.sweep.row.RowFormat;
import io.cdpsim.workloads.sweep.row.RunTable;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** What the commands of all workloads share: their common options, the progress bar, the report and the exit code. */
final class RunOptions {
    @Mixin
    private ProfileOptions profile;

    @Mixin
    private JsonOption json;

    @Mixin
    private FreedomOptions freedom;

    @Mixin
    private CheckOption check;

    @Option(
            names = "--quiet",
            description = "No table and no progress bar: errors and the exit code only, and JSON where asked for.")
    private boolean quiet;

    @Option(
            names = "--csv",
            paramLabel = "FILE",
            description = "Write the result to a file too: a line of names and a line of values, like the rows of"
                    + " 'cdpsim sweep'.")
    private @Nullable Path csv;

    @Mixin
    private TraceOption trace;

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

    /** Made by picocli. */
    RunOptions() {}

    /**
     * Runs a workload and reports its result.
     *
     * @param command whose options these are
     * @param workload what to run
     * @param options the values of the workload's own options
     * @return the exit code
     */
    int run(CommandSpec command, Workload workload, OptionValues options) {
        return run(command, workload, options, Optional.empty());
    }

    /**
     * The same on a GPU that is the default here.
     *
     * @param gpu the profile to take where none is given; empty for the usual one
     */
    int run(CommandSpec command, Workload workload, OptionValues options, Optional<String> gpu) {
        PrintWriter out = command.commandLine().getOut();
        PrintWriter err = command.commandLine().getErr();
        // What cannot be written should be known before the simulation, not after it.
        checkWritable();
        GridTimes times = new GridTimes();
        MachineSettings machine = machine(profile(command, gpu));
        List<RunListener> watchers = new ArrayList<>(trace.watchers());
        if (json.wanted() || !quiet) {
            watchers.add(times);
        }
        machine = machine.withWatchers(watchers);
        RunRequest request = new RunRequest(options, machine, new Progress(), new Inputs());
        RunResult result = runWithProgress(command.name(), workload, request, err);
        SourceLines source = new SourceLines(PtxCommand.isPtx(workload) ? folders(options) : List.of());
        GridTimesReport gridTimes = new GridTimesReport(times, machine.profile().clock());
        if (json.wanted()) {
            out.print(ResultReport.json(result, Workloads.trust(workload, request), gridTimes));
        } else if (!quiet) {
            out.print(ResultReport.table(result, Workloads.trust(workload, request), gridTimes, source));
        }
        out.flush();
        if (csv != null) {
            String unwritten = AtomicFile.write(csv, RowFormat.CSV.write(RunTable.of(workload, options, result)));
            if (!unwritten.isEmpty()) {
                err.println("cdpsim: cannot write " + csv + ": " + unwritten);
                return ExitCode.UNFINISHED;
            }
        }
        String problem = trace.write(result, machine.profile());
        if (!problem.isEmpty()) {
            err.println("cdpsim: " + problem);
            return ExitCode.UNFINISHED;
        }
        if (!quiet && !trace.summary().isEmpty()) {
            err.println("cdpsim: " + trace.summary());
        }
        if (result.correct() && result.racesUnmeant()) {
            err.println("cdpsim: check failed: the program has races or undefined uses, "
                    + RaceReport.summary(result.visibility().orElseThrow()));
            return ExitCode.FAILED_CHECK;
        }
        if (result.correct()) {
            return ExitCode.DONE;
        }
        err.println("cdpsim: check failed: " + source.beneath(Printable.lines(result.failure())));
        return ExitCode.FAILED_CHECK;
    }

    private void checkWritable() {
        trace.check();
        if (csv != null) {
            AtomicFile.obstacle(csv).ifPresent(why -> {
                throw new WorkloadException("--csv " + csv + " " + why);
            });
        }
    }

    /** Where a program's source may lie: beside its PTX. */
    private static List<Path> folders(OptionValues options) {
        return PtxWorkload.files(options).stream()
                .map(each -> each.toAbsolutePath().getParent())
                .filter(Objects::nonNull)
                .distinct()
                .toList();
    }

    /**
     * Lists what files of PTX have to launch.
     *
     * @param options with the files
     * @return the exit code
     */
    int list(CommandSpec command, OptionValues options) {
        MachineSettings settings = machine(profile.load());
        Machine machine = new Machine(
                options.find(SharedOptions.CUDA).map(settings::withCuda).orElse(settings));
        LoadedPtx program = LoadedPtx.load(machine.host(), PtxFiles.read(PtxWorkload.files(options)));
        PrintWriter out = command.commandLine().getOut();
        if (json.wanted()) {
            out.print(PtxListing.json(program));
        } else if (!quiet) {
            out.print(PtxListing.table(program));
        }
        out.flush();
        return ExitCode.DONE;
    }

    private GpuProfile profile(CommandSpec command, Optional<String> byDefault) {
        boolean isGiven = command.commandLine().getParseResult().hasMatchedOption(ProfileOptions.NAME);
        return byDefault.isPresent() && !isGiven ? profile.load(byDefault.get()) : profile.load();
    }

    private MachineSettings machine(GpuProfile gpu) {
        try {
            return freedom.applyTo(MachineSettings.of(gpu)
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
