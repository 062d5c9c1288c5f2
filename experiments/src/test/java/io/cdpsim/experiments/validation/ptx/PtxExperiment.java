package io.cdpsim.experiments.validation.ptx;

import io.cdpsim.experiments.validation.row.MeasuredRow;
import io.cdpsim.profile.GpuProfile;

/** Does with the PTX of a measuring program what its {@code main} did on hardware to get a row, and checks what the kernels left. */
interface PtxExperiment {
    Outcome run(MeasuredRow row, GpuProfile profile);
}
