package io.cdpsim.cli.sweep;

import io.cdpsim.cli.option.MachineChoiceOptions;
import io.cdpsim.cli.option.ProfileOptions;
import io.cdpsim.cli.run.WorkloadCommand;
import io.cdpsim.experiments.sweep.plan.MachineOptions;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.Workload;
import io.cdpsim.workloads.WorkloadOption;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Options of a run that all points of a sweep or of a search share. */
@SuppressWarnings("UnusedVariable") // picocli parses these options; values() reads their text
public final class SharedRunOptions {
    @Mixin
    private ProfileOptions profile;

    @Mixin
    private MachineChoiceOptions choices;

    /**
     * The given values as text, by name.
     *
     * @param command the command that has these options
     * @param workload the workload
     */
    public Map<String, String> values(CommandSpec command, Workload workload) {
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
        return fixed;
    }

    private static void putField(Map<String, String> fixed, String text) {
        int equals = text.indexOf('=');
        if (equals <= 0 || equals == text.length() - 1) {
            throw new InvalidInputException(
                    "--set: found '" + text + "', expected FIELD=VALUE, for example sm.count=16");
        }
        fixed.put(text.substring(0, equals).strip(), text.substring(equals + 1).strip());
    }
}
