package io.cdpsim.cli.option;

import io.cdpsim.experiments.compare.RunSpecification;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.OptionValues;
import io.cdpsim.workloads.Workload;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Options of a simulation: the GPU, choices of the machine, checks, and how code is executed. */
public final class SimulationOptions {
    @Mixin
    private ProfileOptions profile;

    @Mixin
    private MachineChoiceOptions choices;

    @Option(
            names = "--interpret",
            description = "Interpret every instruction instead of compiling hot code: the same result, more slowly.")
    private boolean interpret;

    @Option(
            names = "--fast",
            description =
                    "Run everything exactly, but do not simulate how long instructions and memory accesses take: the"
                            + " results hold, the times do not.")
    private boolean fast;

    @Option(
            names = "--sample",
            description =
                    "Time some blocks of each grid with thousands of alike blocks, and run the others for their values"
                            + " alone: much faster, with an expected error that the result states.")
    private boolean sample;

    @Option(
            names = {"--cores", "--threads"},
            paramLabel = "N",
            description =
                    "Simulate SMs side by side on up to N processors: the same result sooner. All of them by default.")
    private int cores = Runtime.getRuntime().availableProcessors();

    /** The GPU of the options. */
    public GpuProfile profile() {
        return profile.load();
    }

    /** The machine on that GPU. @throws InvalidInputException if the options contradict each other */
    public MachineSettings machine() {
        return machine(profile.load());
    }

    /**
     * The run that the options specify.
     *
     * @param command the command that has these options
     * @param gpu the profile to take where none is given; empty for the usual one
     * @throws InvalidInputException if the options contradict each other
     */
    public RunSpecification specification(
            CommandSpec command, Workload workload, OptionValues options, Optional<String> gpu) {
        boolean isGiven = command.commandLine().getParseResult().hasMatchedOption(ProfileOptions.NAME);
        String name = isGiven ? profile.name() : gpu.orElse(profile.name());
        return new RunSpecification(workload, options, machine(profile.load(name)), name, profile.changes());
    }

    private MachineSettings machine(GpuProfile gpu) {
        try {
            return choices.applyTo(MachineSettings.of(gpu)
                    .withInterpret(interpret)
                    .withTimed(!fast)
                    .withSampled(sample)
                    .withThreads(cores));
        } catch (IllegalArgumentException e) {
            throw new InvalidInputException(String.valueOf(e.getMessage()));
        }
    }
}
