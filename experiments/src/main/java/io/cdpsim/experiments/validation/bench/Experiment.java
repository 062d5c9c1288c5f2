package io.cdpsim.experiments.validation.bench;

import io.cdpsim.experiments.validation.row.MeasuredRow;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.workloads.MeasuredRegime;
import java.util.Optional;
import java.util.OptionalDouble;

/** Simulates what was done on hardware to get a row. */
public interface Experiment {
    /**
     * The simulated value of what a row measures, in the row's unit.
     *
     * @return empty if this experiment does not know the row
     */
    OptionalDouble simulate(MeasuredRow row, GpuProfile profile);

    /**
     * What is simulated for a row: rows with equal questions have the same value, so that it need be asked once only. Rows of one name always
     * have.
     *
     * @return empty if rows of other names are another question, or this experiment does not know the row
     */
    default Optional<Object> question(MeasuredRow row, GpuProfile profile) {
        return Optional.empty();
    }

    /**
     * The regime of the run behind a row, if a workload names it; empty also if this experiment does not know the row.
     *
     * @param profile the GPU
     */
    default Optional<MeasuredRegime> regime(MeasuredRow row, GpuProfile profile) {
        return Optional.empty();
    }
}
