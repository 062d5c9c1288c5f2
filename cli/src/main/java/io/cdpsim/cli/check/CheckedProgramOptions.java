package io.cdpsim.cli.check;

import io.cdpsim.cli.option.CompilerOptions;
import io.cdpsim.cli.option.CompletionCandidates;
import io.cdpsim.cli.option.MachineChoiceOptions;
import io.cdpsim.cli.option.WholeNumber;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.programs.plan.PtxWorkload;
import io.cdpsim.runtime.settings.LaunchPolicy;
import io.cdpsim.runtime.version.CudaVersion;
import io.cdpsim.semantics.check.RunMatrix;
import io.cdpsim.semantics.check.run.CheckedProgram;
import io.cdpsim.workloads.CommandTokens;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.OptionValues;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The conditions under which a program without a scenario is run; a scenario contains its own. */
final class CheckedProgramOptions {
    private static final int USUAL_LIMIT = 60;
    private static final int USUAL_EVENTS = 20_000_000;

    @Option(
            names = "--profile",
            paramLabel = "NAME|FILE",
            split = ",",
            completionCandidates = CompletionCandidates.ProfileNames.class,
            description =
                    "GPUs for a program without a scenario, separated by commas. Default: h200, and k20x where the code"
                            + " allows.")
    private List<String> profiles = new ArrayList<>();

    @Option(
            names = "--policy",
            paramLabel = "POLICY",
            split = ",",
            converter = MachineChoiceOptions.Policies.class,
            completionCandidates = MachineChoiceOptions.Policies.class,
            description = "Policies for a program without a scenario, separated by commas. Default: all.")
    private List<LaunchPolicy> policies = new ArrayList<>();

    @Option(
            names = "--seeds",
            paramLabel = "A..B",
            defaultValue = "1..4",
            description =
                    "Seeds of the adversarial runs of a program without a scenario; the other policies take the first."
                            + " Default: ${DEFAULT-VALUE}.")
    private String seeds = "1..4";

    @Option(
            names = "--cuda",
            paramLabel = "VERSION",
            description = "Version of CUDA for a program without a scenario. Default: the usual one of the GPU.")
    private @Nullable String cuda;

    @Option(
            names = "--limit",
            paramLabel = "SECONDS",
            converter = WholeNumber.Positive.class,
            description =
                    "Seconds of wall-clock time after which a run of a program without a scenario is stopped and not"
                            + " judged. Default: " + USUAL_LIMIT + ".")
    private @Nullable Integer limit;

    @Option(
            names = "--events",
            paramLabel = "COUNT",
            converter = WholeNumber.Positive.class,
            description =
                    "Simulated events of each run of a program without a scenario; one that takes more does not end,"
                            + " on every computer alike. Default: " + USUAL_EVENTS + ".")
    private @Nullable Integer events;

    @Option(names = "--plan", paramLabel = "FILE", description = "Launch plan for .ptx files.")
    private @Nullable Path plan;

    @Option(
            names = "--arguments",
            paramLabel = "WORDS",
            description = "Arguments of a program without a scenario, split as by a shell.")
    private @Nullable String arguments;

    @Mixin
    private CompilerOptions compiler;

    /** Rejects options that do not apply to any target. */
    void rejectInapplicable(CommandSpec command, List<CheckTarget> targets) {
        boolean hasPtx = targets.stream().anyMatch(each -> each instanceof CheckTarget.OfPtx);
        if (plan != null && !hasPtx) {
            throw new ParameterException(
                    command.commandLine(), "--plan says how .ptx files are run, and there are none");
        }
        boolean hasProgram = targets.stream().anyMatch(each -> !(each instanceof CheckTarget.OfScenarios));
        boolean saysHow = !profiles.isEmpty() || !policies.isEmpty() || cuda != null || limit != null || events != null;
        if (!hasProgram && (saysHow || arguments != null)) {
            throw new ParameterException(
                    command.commandLine(),
                    "a file of scenarios contains the conditions of its runs; write them below 'runs:' there");
        }
    }

    /** The program that a target is. */
    CheckedProgram program(CheckTarget target) {
        if (target instanceof CheckTarget.OfCuda cu) {
            return compiler.program(cu.sources(), arguments());
        }
        if (target instanceof CheckTarget.OfPtx ptx) {
            if (plan == null) {
                throw new InvalidInputException(
                        "PTX needs --plan FILE, which says what to launch; without one there is nothing to"
                                + " run (docs/use/ptx.md)");
            }
            if (!Files.exists(plan)) {
                throw new InvalidInputException("there is no file " + plan + "; --plan names a launch plan");
            }
            return new CheckedProgram.PtxWithPlan(ptx.files(), plan);
        }
        return new CheckedProgram.Executable(((CheckTarget.OfExecutable) target).file(), arguments());
    }

    private List<String> arguments() {
        try {
            return arguments == null ? List.of() : CommandTokens.of(arguments);
        } catch (IllegalArgumentException e) {
            throw new InvalidInputException("--arguments: " + e.getMessage());
        }
    }

    /** The conditions under which the program is run. */
    RunMatrix conditions(CheckedProgram program) {
        RunMatrix conditions = RunMatrix.defaults();
        if (program instanceof CheckedProgram.PtxWithPlan ptx) {
            Optional<GpuProfile> own = PtxWorkload.profile(OptionValues.of(new PtxWorkload())
                            .with(PtxWorkload.PLAN, ptx.plan().toString()))
                    .map(Profiles::load);
            conditions = own.map(RunMatrix::on).orElse(conditions);
        }
        if (!profiles.isEmpty()) {
            conditions =
                    conditions.withGpus(profiles.stream().map(Profiles::load).toList());
        }
        if (!policies.isEmpty()) {
            conditions = conditions.withPolicies(policies);
        }
        if (cuda != null) {
            try {
                conditions = conditions.withCuda(List.of(CudaVersion.parse(cuda)));
            } catch (IllegalArgumentException e) {
                throw new InvalidInputException("--cuda: " + e.getMessage());
            }
        }
        try {
            return conditions.withSeeds(RunMatrix.seeds(seeds));
        } catch (IllegalArgumentException e) {
            throw new InvalidInputException("--seeds: " + e.getMessage());
        }
    }

    long eventLimit() {
        return events == null ? USUAL_EVENTS : events;
    }

    Duration limit() {
        return Duration.ofSeconds(limit == null ? USUAL_LIMIT : limit);
    }
}
