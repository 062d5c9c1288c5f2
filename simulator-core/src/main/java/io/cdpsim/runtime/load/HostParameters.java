package io.cdpsim.runtime.load;

import io.cdpsim.profile.ComputeCapability;
import io.cdpsim.runtime.version.CudaVersion;

/** How many bytes of parameters a kernel launched by the host may take (rule PARM-3). */
final class HostParameters {
    private static final int BYTES = 4096;
    private static final int MORE_BYTES = 32_764;
    private static final CudaVersion FIRST_WITH_MORE = new CudaVersion(12, 1);

    private HostParameters() {}

    /** The most bytes (rule PARM-3); compute capability 7.0 takes more since CUDA 12.1. */
    static int maxBytes(CudaVersion version, ComputeCapability capability) {
        return version.atLeast(FIRST_WITH_MORE) && capability.isAtLeast(7, 0) ? MORE_BYTES : BYTES;
    }
}
