package io.cdpsim.cli.run;

import io.cdpsim.cli.option.PathArgument;
import io.cdpsim.cli.option.SimulationOptions;
import io.cdpsim.cli.output.AtomicFile;
import io.cdpsim.cli.output.ExitCode;
import io.cdpsim.cli.output.PrintableText;
import io.cdpsim.cli.output.SourceLines;
import io.cdpsim.experiments.compare.RunSpecification;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.programs.exec.ExecWorkload;
import io.cdpsim.programs.exec.process.ProgramSettings.StopSwitch;
import io.cdpsim.workloads.OptionValues;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.Workload;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code cdpsim exec ./program args}: runs a CUDA program as it is. */
@Command(
        name = ExecCommand.NAME,
        description = "Runs a CUDA program built by nvcc or clang: its host code on this computer, its kernels on the"
                + " simulated GPU. What the program writes and its exit code pass through; the report goes to standard"
                + " error. The CUDA runtime may be linked into the program, as nvcc does by default, or be shared (nvcc"
                + " -cudart shared); do not strip the first.")
public final class ExecCommand implements Callable<Integer> {
    /** The name of the command. */
    public static final String NAME = "exec";

    private static final long REPORT_SECONDS = 30;

    @Mixin
    private Options run;

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "PROGRAM", index = "0", description = "Executable for Linux on x86-64.")
    private String program = "";

    @Parameters(paramLabel = "ARG", index = "1..*", description = "Argument of the program.")
    private List<String> arguments = new ArrayList<>();

    /**
     * Adds the options that the workload has for its machine.
     *
     * @param cdpsim the command line that this command is part of
     */
    public static void addOptions(CommandLine cdpsim) {
        CommandLine exec = Objects.requireNonNull(cdpsim.getSubcommands().get(NAME), "not part of this command line");
        // Arguments after the name of a program are arguments of the program.
        exec.setStopAtPositional(true);
        ExecWorkload.MACHINE_OPTIONS.forEach(each -> exec.getCommandSpec().addOption(WorkloadCommand.option(each)));
    }

    @Override
    public Integer call() {
        return execute(run, spec, PathArgument.of(program, "an executable"), arguments);
    }

    /** Runs an executable until it ends or the user ends it. */
    static int execute(Options run, CommandSpec spec, Path file, List<String> arguments) {
        run.warnOfTrailingOptions(spec, arguments);
        StopSwitch stop = new StopSwitch();
        CountDownLatch reported = new CountDownLatch(1);
        Thread stopper = new Thread(
                () -> {
                    stop.turn();
                    try {
                        reported.await(REPORT_SECONDS, TimeUnit.SECONDS);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "program-stopper");
        Runtime.getRuntime().addShutdownHook(stopper);
        try {
            ExecWorkload workload = ExecWorkload.attended(stop);
            return run.run(spec, workload, ExecWorkload.with(WorkloadCommand.given(spec, workload), file, arguments));
        } finally {
            reported.countDown();
            try {
                Runtime.getRuntime().removeShutdownHook(stopper);
            } catch (IllegalStateException e) {
                // The user is stopping the program.
            }
        }
    }

    /** Options of a run of a program, like {@link RunOptions} of workloads; the report leaves standard output to the program. */
    static final class Options {
        @Mixin
        private SimulationOptions simulation;

        @Mixin
        private RecordingOptions records;

        @Option(names = "--json", paramLabel = "FILE", description = "Write the report to a file as JSON.")
        private @Nullable Path json;

        @Option(names = "--quiet", description = "No report and no progress bar: errors only.")
        private boolean quiet;

        /** The GPU of the options. */
        GpuProfile profile() {
            return simulation.profile();
        }

        /** Warns of options of this command among the arguments of the program: they may be misplaced. */
        void warnOfTrailingOptions(CommandSpec command, List<String> arguments) {
            if (quiet) {
                return;
            }
            for (String each : arguments) {
                String name = each.contains("=") ? each.substring(0, each.indexOf('=')) : each;
                if (name.startsWith("--") && command.optionsMap().containsKey(name)) {
                    command.commandLine()
                            .getErr()
                            .println("cdpsim: " + name + " is given to the program; for cdpsim it must precede the"
                                    + " program's name");
                }
            }
        }

        /** The run that these options specify. */
        RunSpecification specification(CommandSpec command, Workload workload, OptionValues options) {
            return simulation.specification(command, workload, options, Optional.empty());
        }

        /** Runs a program and reports. @return the exit code */
        int run(CommandSpec command, Workload workload, OptionValues options) {
            PrintWriter err = command.commandLine().getErr();
            RunSpecification question = specification(command, workload, options);
            records.check(question.machine());
            AtomicFile.check("--json", json);
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
}
