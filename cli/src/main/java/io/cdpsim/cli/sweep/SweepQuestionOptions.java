package io.cdpsim.cli.sweep;

import io.cdpsim.cli.option.CompletionCandidates;
import io.cdpsim.cli.option.WholeNumber;
import io.cdpsim.experiments.sweep.plan.SweepAxis;
import io.cdpsim.experiments.sweep.plan.SweepSpecification;
import io.cdpsim.workloads.Workload;
import java.util.ArrayList;
import java.util.List;
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

    @Mixin
    private SharedRunOptions fixed;

    /**
     * The sweep.
     *
     * @param command the command of these options
     * @param workload the workload
     */
    SweepSpecification specification(CommandSpec command, Workload workload) {
        List<SweepAxis> axes = vary.stream().map(SweepAxis::parse).toList();
        return new SweepSpecification(
                workload.name(),
                fixed.values(command, workload),
                axes,
                repeat,
                sample == null ? OptionalInt.empty() : OptionalInt.of(sample));
    }
}
