package io.cdpsim.cli.sweep;

import io.cdpsim.cli.option.CompletionCandidates;
import io.cdpsim.cli.option.WholeNumber;
import io.cdpsim.experiments.sweep.plan.SweepAxis;
import io.cdpsim.experiments.sweep.plan.SweepSpecification;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.Workload;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The parameters that a sweep of a workload varies, and the options that all its points share. */
final class SweepQuestionOptions {
    @Option(
            names = "--vary",
            paramLabel = "NAME=VALUES",
            completionCandidates = CompletionCandidates.SweepParameterNames.class,
            description =
                    "What varies: an option, or a field of the profile; its values separated by commas, or a range"
                            + " such as 16..4096:x2, 0..64:+8 or 1..5. May be repeated: every combination is a point.")
    private List<String> vary = new ArrayList<>();

    @Option(
            names = "--repeat",
            paramLabel = "N",
            defaultValue = "1",
            converter = WholeNumber.Positive.class,
            description = "Run each combination N times, with the seed and the next ones. Default: 1.")
    private int repeat = 1;

    @Option(
            names = "--sample",
            paramLabel = "N",
            converter = WholeNumber.Positive.class,
            description = "Run N combinations, drawn from all by --seed. Default: all.")
    private @Nullable Integer sample;

    @Option(
            names = "--metric",
            paramLabel = "NAME=REGEX",
            description =
                    "A column NAME with a number that the program prints: the first group of a regular expression,"
                            + " such as gbs='speed: ([0-9.]+)'. May be repeated.")
    private List<String> metrics = new ArrayList<>();

    @Option(
            names = "--where",
            paramLabel = "CONDITION",
            description = "Run only the combinations that satisfy it, such as 'threshold <= pool && variant != warp'."
                    + " Operators are those of C.")
    private @Nullable String where;

    @Mixin
    private SharedRunOptions fixed;

    /**
     * The sweep.
     *
     * @param command the command of these options
     * @param workload the workload
     */
    SweepSpecification specification(CommandSpec command, Workload workload) {
        return specification(workload, fixed.values(command, workload));
    }

    /**
     * The sweep with given values of options.
     *
     * @param values values that all points share, by name, except those of the machine
     */
    SweepSpecification specification(Workload workload, Map<String, String> values) {
        List<SweepAxis> axes = vary.stream().map(SweepAxis::parse).toList();
        return new SweepSpecification(
                workload.name(),
                values,
                axes,
                repeat,
                sample == null ? OptionalInt.empty() : OptionalInt.of(sample),
                namedMetrics(),
                Optional.ofNullable(where));
    }

    /** The values that all points share, by name. */
    Map<String, String> fixed(CommandSpec command, Workload workload) {
        return fixed.values(command, workload);
    }

    /** Whether a name varies. */
    boolean varies(String name) {
        return vary.stream().anyMatch(each -> each.strip().startsWith(name + "="));
    }

    private Map<String, String> namedMetrics() {
        Map<String, String> named = new LinkedHashMap<>();
        for (String each : metrics) {
            int equals = each.indexOf('=');
            if (equals <= 0) {
                throw new InvalidInputException(
                        "--metric: found '" + each + "', expected NAME=REGEX, such as gbs='speed: ([0-9.]+)'");
            }
            if (named.put(each.substring(0, equals).strip(), each.substring(equals + 1)) != null) {
                throw new InvalidInputException("--metric: found '" + each.substring(0, equals)
                        + "' twice; give each metric a name of its own");
            }
        }
        return named;
    }
}
