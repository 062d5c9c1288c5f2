package io.cdpsim.workloads.validation.bench;

import io.cdpsim.profile.GpuProfile;
import io.cdpsim.workloads.validation.row.MeasuredRow;
import java.util.OptionalDouble;

/** Simulates what was done on hardware to get a row. */
public interface Experiment {
    /**
     * The simulated value of what a row measures, in the row's unit.
     *
     * @return empty if this experiment does not know the row
     */
    OptionalDouble simulate(MeasuredRow row, GpuProfile profile);
}
