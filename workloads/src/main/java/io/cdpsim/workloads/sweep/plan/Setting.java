package io.cdpsim.workloads.sweep.plan;

import io.cdpsim.workloads.WorkloadException;
import io.cdpsim.workloads.WorkloadOption;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** What a name of a sweep stands for. */
sealed interface Setting {
    /** An option of the workload. */
    record OfWorkload(WorkloadOption<?> option) implements Setting {
        void check(String value) {
            Setting.check(option, value);
            checkFile(value);
        }

        private void checkFile(String value) {
            boolean file = option.type().takesFiles()
                    && option.type().beginnings().stream().noneMatch(value::startsWith);
            if (file && !isThere(value)) {
                throw new WorkloadException(
                        option.name() + ": there is no file '" + value + "'; a value that is no file begins with "
                                + String.join(" or ", option.type().beginnings()));
            }
        }

        private static boolean isThere(String file) {
            try {
                return Files.exists(Path.of(file));
            } catch (InvalidPathException e) {
                return false;
            }
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
