package io.cdpsim.cli.fit;

import io.cdpsim.cli.option.CompletionCandidates;
import io.cdpsim.cli.option.TextOrJsonCommand;
import io.cdpsim.cli.output.AtomicFile;
import io.cdpsim.cli.output.ExitCode;
import io.cdpsim.cli.run.ProgressBar;
import io.cdpsim.cli.validate.ScatterPlot;
import io.cdpsim.experiments.fit.FitPlan;
import io.cdpsim.experiments.fit.FittedProfile;
import io.cdpsim.experiments.fit.MeasuredDevice;
import io.cdpsim.experiments.fit.ParameterFit;
import io.cdpsim.experiments.fit.ParameterFit.Outcome;
import io.cdpsim.experiments.fit.ProfileFit;
import io.cdpsim.experiments.validation.Measurements;
import io.cdpsim.experiments.validation.Validation;
import io.cdpsim.experiments.validation.ValidationResult;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.Progress;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code cdpsim fit}. */
@Command(
        name = "fit",
        description = "Makes the profile of a GPU from rows measured on it: docs/use/fit.md. Takes minutes.")
public final class FitCommand implements Callable<Integer> {
    @Option(
            names = "--data",
            paramLabel = "DIR",
            required = true,
            description = "Folder of .csv files with measurements, as the programs of measurements print them.")
    private Path data = Path.of("");

    @Option(
            names = "--extends",
            paramLabel = "NAME|FILE",
            completionCandidates = CompletionCandidates.ProfileNames.class,
            defaultValue = "h200",
            description =
                    "Profile to start from: fields that no row measures stay unchanged. Default: ${DEFAULT-VALUE}.")
    private String base = "h200";

    @Option(names = "--out", paramLabel = "FILE.yaml", required = true, description = "File for the profile.")
    private Path out = Path.of("");

    @Option(
            names = "--plot",
            paramLabel = "FILE.svg",
            description = "Draw simulated against measured values before and after, as an SVG file.")
    private @Nullable Path plot;

    @Option(
            names = "--quick",
            description = "Only fit: do not simulate all rows before and after, which takes longer than the fit.")
    private boolean quick;

    @Mixin
    private TextOrJsonCommand.JsonOption json;

    @Option(names = "--quiet", description = "No table and no progress bar: errors and the exit code only, and JSON.")
    private boolean quiet;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        String name = out.toString();
        if (!name.endsWith(".yaml") && !name.endsWith(".yml")) {
            throw new ParameterException(
                    spec.commandLine(), "found '" + out + "', expected a profile whose name ends in .yaml");
        }
        if (quick && plot != null) {
            throw new ParameterException(
                    spec.commandLine(), "--plot draws all rows, which --quick does not simulate; give one of them");
        }
        AtomicFile.check("--out", out, "--plot", plot);
        String extended = extended();
        Measurements measured = Measurements.in(data);
        List<String> known = MeasuredDevice.in(data).fields();
        GpuProfile before = Profiles.load(base, known);
        ProfileFit fit = new ProfileFit(base, known, measured);
        List<ParameterFit> steps = withProgress("fit", progress -> fit.run(FitPlan.shipped(), progress));
        if (steps.stream().allMatch(each -> each.outcome() == Outcome.NO_ROWS)) {
            throw new InvalidInputException(
                    data + ": no row measures a parameter; docs/use/fit.md lists the programs to run");
        }
        String description =
                MeasuredDevice.in(data).name().orElse("A GPU") + ", fitted to measured rows; started from " + base;
        PrintWriter err = spec.commandLine().getErr();
        if (!AtomicFile.write(out, () -> FittedProfile.text(extended, description, known, steps), err)) {
            return ExitCode.UNFINISHED;
        }
        Optional<FitReport.Validations> validations = quick
                ? Optional.empty()
                : Optional.of(new FitReport.Validations(
                        validated("before", before, measured),
                        validated("after", Profiles.load(out.toString()), measured)));
        if (validations.isPresent()
                && !AtomicFile.write(
                        plot,
                        () -> ScatterPlot.svg(
                                name,
                                validations.get().before(),
                                validations.get().after()),
                        err)) {
            return ExitCode.UNFINISHED;
        }
        FitReport report = new FitReport(out, base, steps, validations);
        PrintWriter stream = spec.commandLine().getOut();
        if (json.isGiven()) {
            stream.print(report.json());
        } else if (!quiet) {
            stream.print(report.text());
        }
        stream.flush();
        return ExitCode.DONE;
    }

    /** The base as the new file names it: a path there is seen from the file. */
    private String extended() {
        if (Profiles.names().contains(base)) {
            return base;
        }
        Path folder = out.toAbsolutePath().normalize().getParent();
        Path other = Path.of(base).toAbsolutePath().normalize();
        return folder == null ? other.toString() : folder.relativize(other).toString();
    }

    private ValidationResult validated(String when, GpuProfile profile, Measurements measured) {
        return withProgress("all rows, " + when, progress -> new Validation(profile).run(measured, progress));
    }

    private <T> T withProgress(String what, Function<Progress, T> work) {
        Progress progress = new Progress();
        return ProgressBar.during(what, progress, !quiet, spec.commandLine().getErr(), () -> work.apply(progress));
    }
}
