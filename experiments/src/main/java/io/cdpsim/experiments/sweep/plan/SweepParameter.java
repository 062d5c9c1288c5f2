package io.cdpsim.experiments.sweep.plan;

import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.WorkloadOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The meaning of a name in a sweep. */
sealed interface SweepParameter {
    /** An option of the workload. */
    record OfWorkload(WorkloadOption<?> option) implements SweepParameter {
        void check(String value) {
            SweepParameter.check(option, value);
            checkFile(value);
        }

        private void checkFile(String value) {
            for (Path each : option.type().files(value)) {
                if (!Files.exists(each)) {
                    throw new InvalidInputException(option.name() + ": there is no file '" + each + "'" + others());
                }
            }
        }

        private String others() {
            List<String> prefixes = option.type().prefixes();
            return prefixes.isEmpty()
                    ? ""
                    : "; a value that is not a file starts with " + String.join(" or ", prefixes);
        }

        /** The existing files that a value refers to. */
        List<Path> files(String value) {
            return option.type().files(value).stream()
                    .filter(Files::isRegularFile)
                    .toList();
        }
    }

    /** One of {@link MachineOptions}. */
    record OfMachine(WorkloadOption<?> option) implements SweepParameter {
        void check(String value) {
            SweepParameter.check(option, value);
        }
    }

    /** A field of the profile, by its path. */
    record OfProfile(String path) implements SweepParameter {}

    private static void check(WorkloadOption<?> option, String value) {
        try {
            option.type().read(value);
        } catch (IllegalArgumentException e) {
            throw new InvalidInputException(option.name() + ": " + e.getMessage());
        }
    }
}
