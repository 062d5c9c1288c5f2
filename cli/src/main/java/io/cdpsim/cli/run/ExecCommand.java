package io.cdpsim.cli.run;

import io.cdpsim.cli.option.PathArgument;
import io.cdpsim.programs.exec.ExecWorkload;
import io.cdpsim.programs.exec.process.ProgramSettings.StopSwitch;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code cdpsim exec ./program args}: runs a CUDA program as it is. */
@Command(
        name = ExecCommand.NAME,
        description =
                "Runs a CUDA program as nvcc or clang built it: its host code on this computer, its kernels on the"
                        + " simulated GPU. What the program writes and its exit code pass through; the report goes to"
                        + " standard error.")
public final class ExecCommand implements Callable<Integer> {
    /** The name of the command. */
    public static final String NAME = "exec";

    private static final long REPORT_SECONDS = 30;

    @Mixin
    private ExecOptions run;

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "PROGRAM", index = "0", description = "Executable for Linux on x86-64.")
    private String program = "";

    @Parameters(paramLabel = "ARG", index = "1..*", description = "What the program is called with.")
    private List<String> arguments = new ArrayList<>();

    /**
     * Adds the options that the workload has for its machine.
     *
     * @param cdpsim the command line that this command is part of
     */
    public static void addOptions(CommandLine cdpsim) {
        CommandLine exec = Objects.requireNonNull(cdpsim.getSubcommands().get(NAME), "not part of this command line");
        // What stands behind the name of a program is meant for the program.
        exec.setStopAtPositional(true);
        ExecWorkload.MACHINE_OPTIONS.forEach(each -> exec.getCommandSpec().addOption(WorkloadCommand.option(each)));
    }

    @Override
    public Integer call() {
        return execute(run, spec, PathArgument.of(program, "an executable"), arguments);
    }

    /** Runs an executable until it ends or the user ends it. */
    static int execute(ExecOptions run, CommandSpec spec, Path file, List<String> arguments) {
        run.tellOfOptionsBehind(spec, arguments);
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
                // The user stops the program just now.
            }
        }
    }
}
