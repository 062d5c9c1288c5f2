package io.cdpsim.cli.option;

import io.cdpsim.runtime.settings.LaunchPolicy;
import io.cdpsim.runtime.settings.MachineSettings;
import picocli.CommandLine.Option;

/** What to do where the rules or the hardware leave a choice: {@code --seed}, {@code --policy} and {@code --strict}. */
public final class NondeterminismOptions {
    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            converter = SeedConverter.class,
            description = "Seed of everything that hardware leaves open. Default: ${DEFAULT-VALUE}.")
    private long seed = 1;

    @Option(
            names = "--policy",
            paramLabel = "POLICY",
            defaultValue = "eager",
            converter = Policies.class,
            completionCandidates = Policies.class,
            description = "When a child starts: eager, as soon as it can, like hardware; lazy, not before its parent's"
                    + " threads have ended or wait for it; adversarial, after a time drawn from the seed, and with odd"
                    + " seeds reads that race give the oldest value they may."
                    + " Default: ${DEFAULT-VALUE}.")
    private LaunchPolicy policy = LaunchPolicy.EAGER;

    @Option(
            names = "--strict",
            description = "The documented behaviour also where a GPU was measured to do something else.")
    private boolean strict;

    /** The settings with the seed, the policy and the strictness of the command line. */
    public MachineSettings applyTo(MachineSettings settings) {
        return settings.withSeed(seed).withPolicy(policy).withStrict(strict);
    }

    /** The values of {@code --policy}. */
    static final class Policies extends EnumConverter<LaunchPolicy> {
        Policies() {
            super(LaunchPolicy.values());
        }
    }
}
