package io.cdpsim.cli.option;

import io.cdpsim.runtime.settings.LaunchPolicy;
import io.cdpsim.runtime.settings.MachineSettings;
import picocli.CommandLine.Option;

/** How the machine uses the freedom that the rules and the hardware leave, and whether accesses are checked. */
public final class MachineChoiceOptions {
    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            converter = WholeNumber.Seed.class,
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

    @Option(
            names = "--check",
            description = "Watch all accesses to global and mapped memory and report races and other undefined uses.")
    private boolean check;

    /** A copy of the settings with the values of these options. */
    public MachineSettings applyTo(MachineSettings settings) {
        return settings.withSeed(seed).withPolicy(policy).withStrict(strict).withCheck(check);
    }

    /** The values of {@code --policy}. */
    public static final class Policies extends EnumConverter<LaunchPolicy> {
        /** Called by picocli. */
        public Policies() {
            super(LaunchPolicy.values());
        }
    }
}
