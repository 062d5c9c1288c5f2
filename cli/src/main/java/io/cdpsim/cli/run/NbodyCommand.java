package io.cdpsim.cli.run;

import io.cdpsim.cli.option.NamedChoice;
import io.cdpsim.cli.option.WholeNumber;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.workloads.NbodySettings;
import io.cdpsim.workloads.NbodyVariant;
import io.cdpsim.workloads.Progress;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.WorkloadException;
import io.cdpsim.workloads.nbody.Nbody;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code cdpsim run nbody}. */
@Command(name = "nbody", description = "Force steps of an N-body simulation, every pair of bodies computed.")
public final class NbodyCommand extends WorkloadCommand {
    @Option(
            names = "--variant",
            paramLabel = "VARIANT",
            defaultValue = "shared",
            converter = Variants.class,
            completionCandidates = Variants.class,
            description = "How bodies are read: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private NbodyVariant variant = NbodyVariant.SHARED;

    @Option(
            names = "--bodies",
            paramLabel = "N",
            defaultValue = "4096",
            converter = WholeNumber.Positive.class,
            description = "Number of bodies. Default: ${DEFAULT-VALUE}.")
    private int bodies;

    @Option(
            names = "--block",
            paramLabel = "N",
            defaultValue = "256",
            converter = WholeNumber.Positive.class,
            description = "Threads of a block. Default: ${DEFAULT-VALUE}.")
    private int blockThreads;

    @Option(
            names = "--bulk",
            description = "Run the force sum as one bulk instruction: the same time much sooner, but no forces.")
    private boolean bulk;

    @Option(
            names = "--gpus",
            paramLabel = "N",
            defaultValue = "1",
            converter = WholeNumber.Positive.class,
            description = "GPUs that share the bodies. Default: ${DEFAULT-VALUE}.")
    private int gpus;

    @Option(
            names = "--steps",
            paramLabel = "N",
            defaultValue = "1",
            converter = WholeNumber.Positive.class,
            description = "Time steps. Default: ${DEFAULT-VALUE}.")
    private int steps;

    @Option(
            names = "--unoptimized",
            description = "Code of a build without optimisation, which keeps every variable in local memory.")
    private boolean unoptimized;

    @Option(
            names = "--cpu",
            description =
                    "Tell how long two servers with SSE would take, and how much faster the GPU is: an analytic estimate,"
                            + " not simulated.")
    private boolean cpu;

    /** Made by picocli. */
    public NbodyCommand() {}

    NbodySettings settings() {
        return new NbodySettings(variant, bodies, blockThreads, bulk, gpus, steps, unoptimized, cpu);
    }

    @Override
    MachineSettings machine(MachineSettings byDefault) {
        try {
            return byDefault.withDevices(gpus);
        } catch (IllegalArgumentException e) {
            throw new WorkloadException("--gpus " + gpus + ": " + e.getMessage());
        }
    }

    @Override
    RunResult simulate(MachineSettings machine, Progress progress) {
        return new Nbody(settings()).run(machine, progress);
    }

    /** The values of {@code --variant}. */
    static final class Variants extends NamedChoice<NbodyVariant> {
        Variants() {
            super(NbodyVariant.values());
        }
    }
}
