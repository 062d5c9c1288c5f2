package io.cdpsim.cli.run;

import io.cdpsim.cli.option.CheckOption;
import io.cdpsim.cli.option.FreedomOptions;
import io.cdpsim.cli.option.JsonOption;
import io.cdpsim.cli.option.ProfileOptions;
import io.cdpsim.cli.output.ExitCode;
import io.cdpsim.cli.output.Printable;
import io.cdpsim.cli.output.RaceReport;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.workloads.Progress;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.WorkloadException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What the commands of all workloads share: their common options, the progress bar, the report and the exit code. */
abstract class WorkloadCommand implements Callable<Integer> {
    /** Set by the launcher, which can tell for standard error alone; Java cannot. */
    private static final String TERMINAL_PROPERTY = "cdpsim.stderr.terminal";

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

    @Spec
    private CommandSpec spec;

    /**
     * Simulates the workload.
     *
     * @param machine what it runs on
     * @param progress to be told how far the run is
     */
    abstract RunResult simulate(MachineSettings machine, Progress progress);

    /**
     * Chooses what to run on; a command with options for it adds them.
     *
     * @param byDefault one device of the profile, with the newest CUDA version for it and the seed and policy of the command line
     * @throws IllegalArgumentException if the parts do not go together
     */
    MachineSettings machine(MachineSettings byDefault) {
        return byDefault;
    }

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        RunResult result = simulateWithProgress(machineOf(profile.load()), err);
        if (json.wanted()) {
            out.print(ResultReport.json(result));
        } else if (!quiet) {
            out.print(ResultReport.table(result));
        }
        out.flush();
        if (result.correct() && result.racesUnmeant()) {
            err.println("cdpsim: check failed: the program has races or undefined uses, "
                    + RaceReport.summary(result.visibility().orElseThrow()));
            return ExitCode.FAILED_CHECK;
        }
        if (result.correct()) {
            return ExitCode.DONE;
        }
        err.println("cdpsim: check failed: " + Printable.lines(result.failure()));
        return ExitCode.FAILED_CHECK;
    }

    private MachineSettings machineOf(GpuProfile gpu) {
        try {
            return machine(freedom.applyTo(MachineSettings.of(gpu).withCheck(check.wanted())));
        } catch (IllegalArgumentException e) {
            throw new WorkloadException(String.valueOf(e.getMessage()));
        }
    }

    private RunResult simulateWithProgress(MachineSettings machine, PrintWriter err) {
        Progress progress = new Progress();
        if (quiet || !Boolean.getBoolean(TERMINAL_PROPERTY)) {
            return simulate(machine, progress);
        }
        try (ProgressBar bar = new ProgressBar(spec.name(), progress, err)) {
            bar.start();
            return simulate(machine, progress);
        }
    }
}
