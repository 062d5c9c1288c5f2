package io.cdpsim.cli.run;

import io.cdpsim.cli.option.JsonOption;
import io.cdpsim.cli.option.ProfileOptions;
import io.cdpsim.cli.option.SeedReader;
import io.cdpsim.cli.output.Printable;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.workloads.Progress;
import io.cdpsim.workloads.RunResult;
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

    private static final int FAILED_CHECK = 1;

    @Mixin
    private ProfileOptions profile;

    @Mixin
    private JsonOption json;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            converter = SeedReader.class,
            description = "Seed of everything that hardware leaves open. Default: ${DEFAULT-VALUE}.")
    private long seed = 1;

    @Option(
            names = "--quiet",
            description = "No table and no progress bar: errors and the exit code only, and JSON where asked for.")
    private boolean quiet;

    @Spec
    private CommandSpec spec;

    /**
     * Simulates the workload.
     *
     * @param gpu the GPU
     * @param seed seed of everything that hardware leaves open
     * @param progress to be told how far the run is
     */
    abstract RunResult simulate(GpuProfile gpu, long seed, Progress progress);

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        RunResult result = simulateWithProgress(profile.load(), err);
        if (json.wanted()) {
            out.print(ResultReport.json(result));
        } else if (!quiet) {
            out.print(ResultReport.table(result));
        }
        out.flush();
        if (result.correct()) {
            return 0;
        }
        err.println("cdpsim: check failed: " + Printable.line(result.failure()));
        return FAILED_CHECK;
    }

    private RunResult simulateWithProgress(GpuProfile gpu, PrintWriter err) {
        Progress progress = new Progress();
        if (quiet || !Boolean.getBoolean(TERMINAL_PROPERTY)) {
            return simulate(gpu, seed, progress);
        }
        try (ProgressBar bar = new ProgressBar(spec.name(), progress, err)) {
            bar.start();
            return simulate(gpu, seed, progress);
        }
    }
}
