package io.cdpsim.experiments.sweep.plan;

import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.settings.LaunchPolicy;
import io.cdpsim.workloads.OptionValueType;
import io.cdpsim.workloads.WorkloadOption;
import java.util.List;

/** Options of the machine, which every run accepts, with the names of the command line. */
public final class MachineOptions {
    /** A built-in profile or the path of a profile file. */
    public static final WorkloadOption<String> PROFILE = WorkloadOption.of(
                    "profile",
                    "NAME|FILE",
                    OptionValueType.text("a profile").orFile(Profiles.names()),
                    "GPU to simulate")
            .defaultingTo("h200");

    /** {@link io.cdpsim.runtime.settings.MachineSettings#seed()}. */
    public static final WorkloadOption<Long> SEED = WorkloadOption.of(
                    "seed",
                    "N",
                    OptionValueType.of(
                            Long.class,
                            "a whole number from " + Long.MIN_VALUE + " to " + Long.MAX_VALUE,
                            MachineOptions::seed),
                    "Seed of everything that hardware leaves open")
            .defaultingTo(1L);

    /** {@link io.cdpsim.runtime.settings.MachineSettings#policy()}. */
    public static final WorkloadOption<LaunchPolicy> POLICY = WorkloadOption.of(
                    "policy", "POLICY", OptionValueType.choice(LaunchPolicy.values()), "When a child starts")
            .defaultingTo(LaunchPolicy.EAGER);

    /** {@link io.cdpsim.runtime.settings.MachineSettings#strict()}. */
    public static final WorkloadOption<Boolean> STRICT = WorkloadOption.flag(
            "strict", "The documented behaviour also where a GPU was measured to do something else");

    /** {@link io.cdpsim.runtime.settings.MachineSettings#check()}. */
    public static final WorkloadOption<Boolean> CHECK =
            WorkloadOption.flag("check", "Watch all accesses to global and mapped memory");

    /** All of them. */
    public static final List<WorkloadOption<?>> ALL = List.of(PROFILE, SEED, POLICY, STRICT, CHECK);

    private MachineOptions() {}

    private static long seed(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "found '" + text + "', expected a whole number from " + Long.MIN_VALUE + " to " + Long.MAX_VALUE,
                    e);
        }
    }
}
