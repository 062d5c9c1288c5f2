package io.cdpsim.cli.run;

import static io.cdpsim.cli.option.OptionalNumber.optional;

import io.cdpsim.cli.option.CudaVersionReader;
import io.cdpsim.cli.option.NamedChoice;
import io.cdpsim.cli.option.WholeNumber;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.runtime.version.CudaVersion;
import io.cdpsim.workloads.ChildStream;
import io.cdpsim.workloads.PendingSettings;
import io.cdpsim.workloads.Progress;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.pending.Pending;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code cdpsim run pending}. */
@Command(
        name = "pending",
        description =
                "A launch bomb: each of 8 threads launches 8 threads, down to a depth. Shows what a full pool does.")
public final class PendingCommand extends WorkloadCommand {
    @Option(
            names = "--depth",
            paramLabel = "N",
            defaultValue = "6",
            converter = WholeNumber.NotNegative.class,
            description = "Nesting depth that launches no more. Default: ${DEFAULT-VALUE}, which is 299,592 launches.")
    private int depth;

    @Option(
            names = "--pool",
            paramLabel = "N",
            converter = WholeNumber.Positive.class,
            description = "Entries of the pending-launch pool. Default: the profile's.")
    private @Nullable Integer pool;

    @Option(
            names = "--stream",
            paramLabel = "STREAM",
            defaultValue = "named",
            converter = Streams.class,
            completionCandidates = Streams.class,
            description = "Stream of the children: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private ChildStream stream = ChildStream.NAMED;

    @Option(
            names = "--cuda",
            paramLabel = "VERSION",
            converter = CudaVersionReader.class,
            description =
                    "CUDA version, such as 5 or 6.5, which decides what a full pool does. Default: the usual one of the profile.")
    private @Nullable CudaVersion cuda;

    /** Made by picocli. */
    public PendingCommand() {}

    PendingSettings settings() {
        return new PendingSettings(depth, optional(pool), stream, Optional.ofNullable(cuda));
    }

    @Override
    MachineSettings machine(MachineSettings byDefault) {
        return cuda == null ? byDefault : byDefault.withCuda(cuda);
    }

    @Override
    RunResult simulate(MachineSettings machine, Progress progress) {
        return new Pending(settings()).run(machine, progress);
    }

    /** The values of {@code --stream}. */
    static final class Streams extends NamedChoice<ChildStream> {
        Streams() {
            super(ChildStream.NAMED, ChildStream.FAF);
        }
    }
}
