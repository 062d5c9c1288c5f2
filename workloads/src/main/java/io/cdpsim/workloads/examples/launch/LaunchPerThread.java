package io.cdpsim.workloads.examples.launch;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.workloads.examples.listing.Example;
import io.cdpsim.workloads.program.ProgramKernels;
import io.cdpsim.workloads.program.ProgramMachine;
import java.util.List;

/** {@code child<<<1, 1>>>();} without an {@code if} in a grid of 128 blocks of 64 threads: a launch a thread, 8,192 in all. */
final class LaunchPerThread extends Example {
    private static final int LAUNCHES = 128 * 64;

    LaunchPerThread() {
        super(
                "launch-per-thread",
                "every thread that runs a launch statement launches",
                List.of("LNCH-1", "POOL-2"),
                BOTH,
                "8192 child grids");
    }

    @Override
    public String run(ProgramMachine lab) {
        // More than the 2,048 that may be pending by default.
        lab.pool(LAUNCHES);
        KernelReference child = KernelReference.to(ProgramKernels.kernel("child", k -> {}));
        Kernel parent = ProgramKernels.kernel("parent", k -> ProgramKernels.launch(k, child));
        runOnHost(lab, parent, LaunchShape.of(128, 64));
        return lab.grids("child").size() + " child grids";
    }
}
