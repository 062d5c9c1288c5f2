package io.cdpsim.workloads.examples.stream;

import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.FIRE_AND_FORGET;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.workloads.examples.listing.Example;
import io.cdpsim.workloads.examples.listing.Intervals;
import io.cdpsim.workloads.program.ProgramKernels;
import io.cdpsim.workloads.program.ProgramMachine;
import java.util.List;

/** {@code C1<<<1, 1, 0, cudaStreamFireAndForget>>>(); C2<<<1, 1, 0, cudaStreamFireAndForget>>>();}: nothing orders the two. */
final class FireAndForgetPair extends Example {
    FireAndForgetPair() {
        super(
                "faf-pair",
                "fire-and-forget launches are not ordered among each other",
                List.of("FAF-1"),
                CDP2,
                "C1 before C2",
                "C2 before C1",
                "C1 and C2 overlap");
    }

    @Override
    public String run(ProgramMachine lab) {
        KernelReference c1 = ProgramKernels.lasting("C1", 5_000);
        KernelReference c2 = ProgramKernels.lasting("C2", 5_000);
        Kernel parent = ProgramKernels.kernel("P", k -> {
            ProgramKernels.launch(k, c1, FIRE_AND_FORGET);
            ProgramKernels.launch(k, c2, FIRE_AND_FORGET);
        });
        runOnHost(lab, parent, LaunchShape.of(1, 1));
        return Intervals.order(lab.grid("C1"), lab.grid("C2"));
    }
}
