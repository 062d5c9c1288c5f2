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
import io.cdpsim.workloads.Inputs;
import io.cdpsim.workloads.OptionValues;
import io.cdpsim.workloads.Progress;
import io.cdpsim.workloads.RunRequest;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.Workload;
import io.cdpsim.workloads.WorkloadException;
import io.cdpsim.workloads.Workloads;
import java.io.PrintWriter;
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
        PrintWriter out = command.commandLine().getOut();
        PrintWriter err = command.commandLine().getErr();
        MachineSettings machine = machine(profile.load());
        RunRequest request = new RunRequest(options, machine, new Progress(), new Inputs());
        RunResult result = runWithProgress(command.name(), workload, request, err);
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

    private MachineSettings machine(GpuProfile gpu) {
        try {
            return freedom.applyTo(MachineSettings.of(gpu).withCheck(check.wanted()));
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
