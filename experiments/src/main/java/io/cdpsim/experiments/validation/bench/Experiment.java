package io.cdpsim.experiments.validation.bench;

import io.cdpsim.experiments.validation.row.MeasuredRow;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.workloads.MeasuredRegime;
import io.cdpsim.workloads.RunResult;
import java.util.Optional;
import java.util.OptionalDouble;

/** Simulates the hardware experiment of a row. */
public interface Experiment {
    /**
     * The simulated value of a row, in the row's unit.
     *
     * @return empty if this experiment does not support the row
     */
    OptionalDouble simulate(MeasuredRow row, GpuProfile profile);

    /**
     * The key of a row's simulation: rows with equal keys have the same value, which is computed once. Rows of one name always have equal keys.
     *
     * @return empty if rows of other names differ, or this experiment does not support the row
     */
    default Optional<Object> question(MeasuredRow row, GpuProfile profile) {
        return Optional.empty();
    }

    /**
     * The regime of the run behind a row, if a workload defines it; empty also if this experiment does not support the row.
     *
     * @param profile the GPU
     */
    default Optional<MeasuredRegime> regime(MeasuredRow row, GpuProfile profile) {
        return Optional.empty();
    }

    /** A simulated program with a wrong result or without progress, so that its time is invalid. The message contains the reason. */
    public static final class FailedRunException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private FailedRunException(String message) {
            super(message);
        }

        /** The result itself, if every check passed. */
        static RunResult checked(RunResult result) {
            if (!result.correct()) {
                throw new FailedRunException(result.failure());
            }
            return result;
        }
    }
}
