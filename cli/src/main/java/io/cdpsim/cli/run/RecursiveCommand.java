package io.cdpsim.cli.run;

import static io.cdpsim.cli.option.OptionalNumber.optional;

import io.cdpsim.cli.option.WholeNumber;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.workloads.Progress;
import io.cdpsim.workloads.RecursiveSettings;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.recursive.Recursive;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code cdpsim run recursive}. */
@Command(
        name = "recursive",
        description = "A kernel that launches itself down to a depth, and may synchronise with its child on the way.")
public final class RecursiveCommand extends WorkloadCommand {
    @Option(
            names = "--depth",
            paramLabel = "N",
            defaultValue = "6",
            converter = WholeNumber.NotNegative.class,
            description = "Nesting depth that launches no more. Default: ${DEFAULT-VALUE}.")
    private int depth;

    @Option(
            names = "--sync-at",
            paramLabel = "N",
            converter = WholeNumber.NotNegative.class,
            description =
                    "Depth that launches, synchronises with its child and launches again. Default: 3; with a CDP2 profile, which cannot synchronise, the two launches alone.")
    private @Nullable Integer syncAt;

    @Option(
            names = "--sync-limit",
            paramLabel = "N",
            converter = WholeNumber.NotNegative.class,
            description = "Limit of the synchronisation depth (CDP1 only). Default: the profile's.")
    private @Nullable Integer syncLimit;

    /** Made by picocli. */
    public RecursiveCommand() {}

    RecursiveSettings settings() {
        return new RecursiveSettings(depth, optional(syncAt), optional(syncLimit));
    }

    @Override
    RunResult simulate(MachineSettings machine, Progress progress) {
        return new Recursive(settings()).run(machine, progress);
    }
}
