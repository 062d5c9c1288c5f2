package io.cdpsim.workloads.examples.stream;

import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.TAIL_LAUNCH;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.workloads.examples.listing.Example;
import io.cdpsim.workloads.examples.listing.Intervals;
import io.cdpsim.workloads.program.ProgramKernels;
import io.cdpsim.workloads.program.ProgramMachine;
import java.util.List;

/** {@code C1<<<1, 1, 0, cudaStreamTailLaunch>>>(); C2<<<1, 1, 0, cudaStreamTailLaunch>>>();}: one after the other. */
final class TailPair extends Example {
    TailPair() {
        super(
                "tail-pair",
                "tail launches run in the order of launching",
                List.of("TAIL-1", "TAIL-3"),
                CDP2,
                "C1 before C2");
    }

    @Override
    public String run(ProgramMachine lab) {
        KernelReference c1 = ProgramKernels.lasting("C1", 20_000);
        KernelReference c2 = ProgramKernels.lasting("C2", 20_000);
        Kernel parent = ProgramKernels.kernel("P", k -> {
            ProgramKernels.launch(k, c1, TAIL_LAUNCH);
            ProgramKernels.launch(k, c2, TAIL_LAUNCH);
        });
        runOnHost(lab, parent, LaunchShape.of(1, 1));
        return Intervals.order(lab.grid("C1"), lab.grid("C2"));
    }
}
