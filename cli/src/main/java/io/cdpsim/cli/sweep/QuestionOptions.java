package io.cdpsim.cli.sweep;

import io.cdpsim.cli.option.CheckOption;
import io.cdpsim.cli.option.FreedomOptions;
import io.cdpsim.cli.option.ProfileOptions;
import io.cdpsim.cli.option.WholeNumber;
import io.cdpsim.cli.run.WorkloadCommand;
import io.cdpsim.workloads.Workload;
import io.cdpsim.workloads.WorkloadException;
import io.cdpsim.workloads.WorkloadOption;
import io.cdpsim.workloads.sweep.axis.Axis;
import io.cdpsim.workloads.sweep.plan.MachineOptions;
import io.cdpsim.workloads.sweep.plan.SweepQuestion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

/** What a sweep of a workload is asked for: what varies, and the options that all its points share. */
@SuppressWarnings("UnusedVariable") // the options of a run are read from the command line, as text
final class QuestionOptions {
    @Option(
            names = "--vary",
            paramLabel = "NAME=VALUES",
            completionCandidates = VariedNames.class,
            description =
                    "What varies: an option, or a field of the profile; its values parted by commas, or a range such as"
                            + " 16..4096:x2, 0..64:+8 or 1..5. May be repeated: every combination is a point.")
    private List<String> vary = new ArrayList<>();

    @Option(
            names = "--repeat",
            paramLabel = "N",
            defaultValue = "1",
            converter = WholeNumber.Positive.class,
            description = "Run each combination N times, with the seed and those that follow it. Default: 1.")
    private int repeat = 1;

    @Option(
            names = "--sample",
            paramLabel = "N",
            converter = WholeNumber.Positive.class,
            description = "Run N combinations, drawn from all by --seed. Default: all.")
    private @Nullable Integer sample;

    @Mixin
    private ProfileOptions profile;

    @Mixin
    private FreedomOptions freedom;

    @Mixin
    private CheckOption check;

    /** Made by picocli. */
    QuestionOptions() {}

    /**
     * The question.
     *
     * @param command whose options these are
     * @param workload what to run
     */
    SweepQuestion question(CommandSpec command, Workload workload) {
        List<Axis> axes = vary.stream().map(Axis::parse).toList();
        Map<String, String> fixed = new LinkedHashMap<>();
        WorkloadCommand.given(command, workload).texts().forEach(fixed::put);
        for (WorkloadOption<?> each : MachineOptions.ALL) {
            OptionSpec given = command.commandLine().getParseResult().matchedOption("--" + each.name());
            if (given != null) {
                fixed.put(
                        each.name(),
                        each.isFlag() ? "true" : given.stringValues().get(0));
            }
        }
        OptionSpec set = command.commandLine().getParseResult().matchedOption("--set");
        if (set != null) {
            set.stringValues().forEach(each -> putField(fixed, each));
        }
        return new SweepQuestion(
                workload.name(), fixed, axes, repeat, sample == null ? OptionalInt.empty() : OptionalInt.of(sample));
    }

    private static void putField(Map<String, String> fixed, String text) {
        int equals = text.indexOf('=');
        if (equals <= 0 || equals == text.length() - 1) {
            throw new WorkloadException("--set: found '" + text + "', expected FIELD=VALUE, for example sm.count=16");
        }
        fixed.put(text.substring(0, equals).strip(), text.substring(equals + 1).strip());
    }
}
