package io.cdpsim.cli.run;

import io.cdpsim.cli.option.SimulationOptions;
import io.cdpsim.cli.output.AtomicFile;
import io.cdpsim.cli.output.ExitCode;
import io.cdpsim.cli.output.PrintableText;
import io.cdpsim.cli.output.SourceLines;
import io.cdpsim.experiments.compare.RunSpecification;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.programs.exec.ExecWorkload;
import io.cdpsim.workloads.OptionValues;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.Workload;
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
        RunSpecification question = simulation.question(command, workload, options, Optional.empty());
        RecordedRun run = new RecordedRun(command, question, records, quiet, true);
        SourceLines source = new SourceLines(List.of());
        if (!quiet) {
            err.print(run.table(source));
            err.flush();
        }
        if (!AtomicFile.write(json, run::json, err) || !run.write(err, quiet)) {
            return ExitCode.UNFINISHED;
        }
        RunResult result = run.result();
        int exitCode = ExecWorkload.exitCode(result);
        if (!result.correct() && !quiet) {
            err.println("cdpsim: " + source.beneath(PrintableText.lines(result.failure())));
        }
        return exitCode == 0 && run.reportRaces(err) ? ExitCode.FAILED_CHECK : exitCode;
    }
}
