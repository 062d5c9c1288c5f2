package io.cdpsim.workloads.examples.launch;

import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.NULL_STREAM;
import static io.cdpsim.kernel.code.Operand.u32;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.workloads.examples.listing.Example;
import io.cdpsim.workloads.program.ProgramKernels;
import io.cdpsim.workloads.program.ProgramMachine;
import java.util.List;

/** {@code if (threadIdx.x == 0) child<<<1, 32>>>();} in a grid of 128 blocks of 64 threads: one launch a block. */
final class LaunchPerBlock extends Example {
    LaunchPerBlock() {
        super("launch-per-block", "one thread of each block launches", List.of("LNCH-1"), BOTH, "128 child grids");
    }

    @Override
    public String run(ProgramMachine lab) {
        KernelReference child = ProgramKernels.lasting("child", 1_000);
        Kernel parent = ProgramKernels.kernel(
                "parent",
                k -> k.ifThen(
                        k.equal(k.threadX(), u32(0)), () -> k.device().launch(child, u32(1), u32(32), NULL_STREAM)));
        runOnHost(lab, parent, LaunchShape.of(128, 64));
        return lab.grids("child").size() + " child grids";
    }
}
