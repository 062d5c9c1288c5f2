package io.cdpsim.workloads.nbody;

import io.cdpsim.kernel.Kernel;
import io.cdpsim.workloads.NbodySettings;

/** Chooses the kernel of a run. */
final class NbodyKernels {
    private NbodyKernels() {}

    static Kernel kernel(NbodySettings settings) {
        return switch (settings.variant()) {
            case AOS -> AosKernel.build();
            case SHARED -> SharedKernel.build();
            case SHUFFLE -> ShuffleKernel.build();
            case ATOMIC -> AtomicKernel.build();
        };
    }
}
