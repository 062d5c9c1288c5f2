package io.cdpsim.cli.run;

import io.cdpsim.cli.option.SimulationOptions;
import io.cdpsim.cli.option.TextOrJsonCommand;
import io.cdpsim.cli.output.ExitCode;
import io.cdpsim.cli.output.PrintableText;
import io.cdpsim.cli.output.SourceLines;
import io.cdpsim.experiments.compare.RunSpecification;
import io.cdpsim.programs.plan.PtxWorkload;
import io.cdpsim.programs.ptx.LoadedPtx;
import io.cdpsim.programs.ptx.PtxFiles;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.workloads.OptionValues;
import io.cdpsim.workloads.SharedOptions;
import io.cdpsim.workloads.Workload;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Options, progress bar, report and exit code that the commands of all workloads share. */
final class RunOptions {
    @Mixin
    private SimulationOptions simulation;

    @Mixin
    private TextOrJsonCommand.JsonOption json;

    @Mixin
    private RecordingOptions records;

    @Option(
            names = "--quiet",
            description = "No table and no progress bar: errors and the exit code only, and JSON with --json.")
    private boolean quiet;

    /**
     * Runs a workload and reports its result.
     *
     * @param command the command that has these options
     * @param workload the workload
     * @param options the values of the workload's own options
     * @param gpu the profile to take where none is given; empty for the usual one
     * @return the exit code
     */
    int run(CommandSpec command, Workload workload, OptionValues options, Optional<String> gpu) {
        PrintWriter out = command.commandLine().getOut();
        PrintWriter err = command.commandLine().getErr();
        RunSpecification question = question(command, workload, options, gpu);
        records.check(question.machine());
        RecordedRun run = new RecordedRun(command, question, records, quiet, json.isGiven() || !quiet);
        SourceLines source = new SourceLines(PtxCommand.isPtx(workload) ? folders(options) : List.of());
        if (json.isGiven()) {
            out.print(run.json());
        } else if (!quiet) {
            out.print(run.table(source));
            out.print(records.timeline().text(question.machine()));
        }
        out.flush();
        if (!run.write(err, quiet)) {
            return ExitCode.UNFINISHED;
        }
        if (run.result().correct()) {
            return run.reportRaces(err) ? ExitCode.FAILED_CHECK : ExitCode.DONE;
        }
        String failure = PrintableText.lines(run.result().failure());
        // A reader of JSON shows sources itself; a program's text must not decide which files are read.
        err.println("cdpsim: check failed: " + (json.isGiven() ? failure : source.beneath(failure)));
        return ExitCode.FAILED_CHECK;
    }

    /** Requests that the program is shown below its result: its source, and when its grids ran. */
    void show(String source) {
        records.timeline().show(source);
    }

    /**
     * The run that the options specify.
     *
     * @param gpu the profile to take where none is given; empty for the usual one
     */
    RunSpecification question(CommandSpec command, Workload workload, OptionValues options, Optional<String> gpu) {
        return simulation.specification(command, workload, options, gpu);
    }

    /** The folders that may hold a program's source: those of its PTX. */
    private static List<Path> folders(OptionValues options) {
        return PtxWorkload.files(options).stream()
                .map(each -> each.toAbsolutePath().getParent())
                .filter(Objects::nonNull)
                .distinct()
                .toList();
    }

    /**
     * Lists the kernels of PTX files.
     *
     * @param options the options with the files
     * @return the exit code
     */
    int list(CommandSpec command, OptionValues options) {
        MachineSettings settings = simulation.machine();
        Machine machine = new Machine(
                options.find(SharedOptions.CUDA).map(settings::withCuda).orElse(settings));
        LoadedPtx program = LoadedPtx.load(machine.host(), PtxFiles.read(PtxWorkload.files(options)));
        PrintWriter out = command.commandLine().getOut();
        if (json.isGiven()) {
            out.print(PtxListing.json(program));
        } else if (!quiet) {
            out.print(PtxListing.table(program));
        }
        out.flush();
        return ExitCode.DONE;
    }
}
