package io.cdpsim.workloads.sweep.plan;

import io.cdpsim.workloads.WorkloadException;
import io.cdpsim.workloads.WorkloadOption;

/** What a name of a sweep stands for. */
sealed interface Setting {
    /** An option of the workload. */
    record OfWorkload(WorkloadOption<?> option) implements Setting {
        void check(String value) {
            Setting.check(option, value);
        }
    }

    /** One of {@link MachineOptions}. */
    record OfMachine(WorkloadOption<?> option) implements Setting {
        void check(String value) {
            Setting.check(option, value);
        }
    }

    /** A field of the profile, by its path. */
    record OfProfile(String path) implements Setting {}

    private static void check(WorkloadOption<?> option, String value) {
        try {
            option.type().read(value);
        } catch (IllegalArgumentException e) {
            throw new WorkloadException(option.name() + ": " + e.getMessage());
        }
    }
}
