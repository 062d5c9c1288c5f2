package io.cdpsim.cli.run;

import static io.cdpsim.cli.option.OptionalNumber.optional;

import io.cdpsim.cli.option.WholeNumber;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.workloads.PersistentSettings;
import io.cdpsim.workloads.Progress;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.persistent.Persistent;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code cdpsim run persistent}. */
@Command(
        name = "persistent",
        description = "A kernel that stays on the device and fills two buffers in turn, which the host empties.")
public final class PersistentCommand extends WorkloadCommand {
    @Option(
            names = "--blocks",
            paramLabel = "N",
            converter = WholeNumber.Positive.class,
            description = "Blocks of the producer; all must be resident at once. Default: one an SM.")
    private @Nullable Integer blocks;

    @Option(
            names = "--threads",
            paramLabel = "N",
            defaultValue = "256",
            converter = WholeNumber.Positive.class,
            description = "Threads of a block. Default: ${DEFAULT-VALUE}.")
    private int threads;

    @Option(
            names = "--ints",
            paramLabel = "N",
            defaultValue = "65536",
            converter = WholeNumber.Positive.class,
            description = "Integers of a buffer. Default: ${DEFAULT-VALUE}.")
    private int ints;

    @Option(
            names = "--iterations",
            paramLabel = "N",
            defaultValue = "100",
            converter = WholeNumber.Positive.class,
            description = "Buffers to produce. Default: ${DEFAULT-VALUE}.")
    private int iterations;

    @Option(
            names = "--work",
            paramLabel = "N",
            defaultValue = "0",
            converter = WholeNumber.NotNegative.class,
            description = "Steps of arithmetic for each integer. Default: ${DEFAULT-VALUE}.")
    private int work;

    @Option(
            names = "--consume-us",
            paramLabel = "N",
            defaultValue = "0",
            converter = WholeNumber.NotNegative.class,
            description = "Microseconds the host takes over each buffer. Default: ${DEFAULT-VALUE}.")
    private int consumeMicros;

    /** Made by picocli. */
    public PersistentCommand() {}

    PersistentSettings settings() {
        return new PersistentSettings(optional(blocks), threads, ints, iterations, work, consumeMicros);
    }

    @Override
    RunResult simulate(MachineSettings machine, Progress progress) {
        return new Persistent(settings()).run(machine, progress);
    }
}
