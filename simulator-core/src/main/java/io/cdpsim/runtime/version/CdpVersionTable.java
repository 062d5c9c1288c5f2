package io.cdpsim.runtime.version;

import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelProperty;
import io.cdpsim.profile.CdpSupport;
import io.cdpsim.profile.ComputeCapability;

/**
 * The versions of dynamic parallelism that kernels are built for and run with (rules VER-1 to VER-3).
 *
 * @param toolkit the CUDA version that builds kernels
 * @param capability the device's compute capability
 */
public record CdpVersionTable(CudaVersion toolkit, ComputeCapability capability) {
    /** The first version with CDP2. */
    public static final CudaVersion FIRST_WITH_CDP2 = new CudaVersion(12, 0);

    /**
     * The version that a program runs with (rule VER-2).
     *
     * @param toolkit the CUDA version that builds it
     * @param forceCdp1 whether it is built with {@code -DCUDA_FORCE_CDP1_IF_SUPPORTED}
     * @param capability compute capability of the device that runs it
     */
    public static CdpSupport resolve(CudaVersion toolkit, boolean forceCdp1, ComputeCapability capability) {
        // Rule VER-1.
        if (!capability.isAtLeast(3, 5)) {
            return CdpSupport.NONE;
        }
        if (capability.isAtLeast(9, 0)) {
            return CdpSupport.CDP2;
        }
        return builds(toolkit, forceCdp1);
    }

    private static CdpSupport builds(CudaVersion toolkit, boolean forceCdp1) {
        return toolkit.atLeast(FIRST_WITH_CDP2) && !forceCdp1 ? CdpSupport.CDP2 : CdpSupport.CDP1;
    }

    /** The interface that a kernel's source was compiled against, CDP1 or CDP2 (rule VER-3). */
    public CdpSupport builtFor(Kernel kernel) {
        return builds(toolkit, declaresCdp1(kernel));
    }

    /** The version whose rules apply to a kernel while it runs. */
    public CdpSupport runsAs(Kernel kernel) {
        return resolve(toolkit, declaresCdp1(kernel), capability);
    }

    /** Whether kernels of both versions can run on the device (rule VER-4). */
    public boolean runsBoth() {
        return toolkit.atLeast(FIRST_WITH_CDP2) && capability.isAtLeast(3, 5) && !capability.isAtLeast(9, 0);
    }

    private static boolean declaresCdp1(Kernel kernel) {
        return kernel.attributes().has(KernelProperty.FORCED_CDP1)
                || kernel.attributes().has(KernelProperty.EARLIER_PTX);
    }
}
