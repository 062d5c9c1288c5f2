package io.cdpsim.cli.validate;

import io.cdpsim.cli.option.ProfileOptions;
import io.cdpsim.cli.option.TextOrJsonCommand;
import io.cdpsim.cli.output.AtomicFile;
import io.cdpsim.cli.output.ExitCode;
import io.cdpsim.cli.output.PrintableText;
import io.cdpsim.cli.output.ProgramVersion;
import io.cdpsim.cli.run.ProgressBar;
import io.cdpsim.experiments.validation.Measurements;
import io.cdpsim.experiments.validation.RegimeTable;
import io.cdpsim.experiments.validation.Validation;
import io.cdpsim.experiments.validation.ValidationResult;
import io.cdpsim.experiments.validation.row.MeasuredRow;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.workloads.FileErrors;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.Progress;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code cdpsim validate}. */
@Command(name = "validate", description = "Simulates measured experiments and reports the simulator's error.")
public final class ValidateCommand implements Callable<Integer> {
    @Option(
            names = "--data",
            paramLabel = "DIR",
            description =
                    "Folder of .csv files with measurements. Default: those of an H200 that come with cdpsim, or for a"
                            + " GPU before CDP2 published figures.")
    private @Nullable Path data;

    @Option(
            names = "--bench",
            paramLabel = "NAME",
            completionCandidates = BenchNames.class,
            description = "Only rows of this bench, such as flood. May be repeated. Default: all.")
    private List<String> benches = new ArrayList<>();

    @Mixin
    private ProfileOptions profile;

    @Mixin
    private TextOrJsonCommand.JsonOption json;

    @Option(
            names = "--csv",
            paramLabel = "FILE",
            description = "Write every row with its simulated value to a CSV file.")
    private @Nullable Path csv;

    @Option(
            names = "--plot",
            paramLabel = "FILE.svg",
            description = "Draw simulated against measured values, both in logarithmic scale, as an SVG file.")
    private @Nullable Path plot;

    @Option(
            names = "--regimes",
            paramLabel = "FILE",
            description = "Write the errors by regime, with which 'cdpsim run' shows its times, to a file of"
                    + " tab-separated values.")
    private @Nullable Path regimes;

    @Option(names = "--quiet", description = "No table and no progress bar: errors and the exit code only, and JSON.")
    private boolean quiet;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        boolean namesProfile = spec.commandLine().getParseResult().hasMatchedOption(ProfileOptions.NAME);
        if (data == null || namesProfile) {
            GpuProfile gpu = profile.load();
            return validate(gpu, data == null ? Measurements.shippedFor(gpu) : Measurements.in(data));
        }
        Map<String, Measurements> byProfile = Measurements.byProfile(data, profile.name());
        if (byProfile.size() > 1 && (json.isGiven() || csv != null || plot != null || regimes != null)) {
            throw new InvalidInputException(
                    "--data " + data + " holds rows of several GPUs (" + String.join(", ", byProfile.keySet())
                            + "), and a file or JSON shows one; name it with --profile");
        }
        int code = ExitCode.DONE;
        for (Map.Entry<String, Measurements> each : byProfile.entrySet()) {
            code = Math.max(code, validate(profile.load(each.getKey()), each.getValue()));
        }
        return code;
    }

    private int validate(GpuProfile gpu, Measurements all) {
        PrintWriter out = spec.commandLine().getOut();
        Measurements measured = all.of(benches);
        // Before the simulation, which takes minutes.
        AtomicFile.check("--csv", csv, "--plot", plot);
        AtomicFile.check("--csv", csv, "--regimes", regimes);
        AtomicFile.check("--plot", plot, "--regimes", regimes);
        checkNoMeasurements("--csv", csv);
        checkNoMeasurements("--plot", plot);
        checkNoMeasurements("--regimes", regimes);
        ValidationResult result = simulate(gpu, measured);
        PrintWriter err = spec.commandLine().getErr();
        if (!AtomicFile.write(csv, () -> ValidationReport.Csv.text(result), err)
                || !AtomicFile.write(plot, () -> ScatterPlot.svg(gpu.name(), result), err)
                || !AtomicFile.write(
                        regimes, () -> RegimeTable.ofAllProfiles(gpu, result).text(ProgramVersion.number()), err)) {
            return ExitCode.UNFINISHED;
        }
        if (json.isGiven()) {
            out.print(ValidationReport.json(gpu.name(), result));
        } else if (!quiet) {
            out.print(ValidationReport.table(gpu.name(), result));
            if (plot != null) {
                out.print(ScatterPlot.notDrawn(result)
                        .map(rows -> "\n" + rows + "\n")
                        .orElse(""));
            }
        }
        out.flush();
        if (result.anyFailed()) {
            err.println("cdpsim: simulated programs failed: " + PrintableText.line(firstFailure(result)));
            return ExitCode.FAILED_CHECK;
        }
        return ExitCode.DONE;
    }

    private static String firstFailure(ValidationResult result) {
        return result.skipped().stream()
                .filter(row -> row.failed())
                .map(row -> row.row().name() + ": "
                        + row.reason().lines().findFirst().orElse(""))
                .findFirst()
                .orElse("");
    }

    /** Rejects an output file that would overwrite measurements. */
    private void checkNoMeasurements(String option, @Nullable Path file) {
        if (data == null || file == null) {
            return;
        }
        try (Stream<Path> measured = Files.list(data)) {
            if (measured.filter(each -> each.toString().endsWith(".csv"))
                    .anyMatch(each -> AtomicFile.isSame(each, file))) {
                throw new InvalidInputException(option + " " + file + " would replace measurements of --data " + data
                        + "; give one outside that folder");
            }
        } catch (IOException e) {
            throw new InvalidInputException(data + ": cannot be read: " + FileErrors.reason(e));
        }
    }

    private ValidationResult simulate(GpuProfile gpu, Measurements measured) {
        Progress progress = new Progress();
        return ProgressBar.during(
                spec.name(),
                progress,
                !quiet,
                spec.commandLine().getErr(),
                () -> new Validation(gpu).run(measured, progress));
    }

    /** The benches of the measurements that come with the program, for shell completion. */
    static final class BenchNames implements Iterable<String> {
        BenchNames() {}

        @Override
        public Iterator<String> iterator() {
            return Measurements.shipped().rows().stream()
                    .map(MeasuredRow::bench)
                    .distinct()
                    .iterator();
        }
    }
}
