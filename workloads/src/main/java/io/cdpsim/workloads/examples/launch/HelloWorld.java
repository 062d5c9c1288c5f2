package io.cdpsim.workloads.examples.launch;

import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.TAIL_LAUNCH;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.workloads.examples.listing.Example;
import io.cdpsim.workloads.program.ProgramKernels;
import io.cdpsim.workloads.program.ProgramMachine;
import java.util.List;

/** The child prints "Hello ", and then the parent, which synchronised (CDP1), or a tail launch (CDP2) prints "World!". */
final class HelloWorld extends Example {
    HelloWorld() {
        super(
                "hello-world",
                "output in the order of the grids",
                List.of("PRNT-3", "SYNC-1", "TAIL-2"),
                BOTH,
                "Hello World!");
    }

    @Override
    public String run(ProgramMachine lab) {
        KernelReference child = KernelReference.to(ProgramKernels.kernel("child", k -> k.printf("Hello ")));
        KernelReference tail = KernelReference.to(ProgramKernels.kernel("tail", k -> k.printf("World!\n")));
        Kernel parent = ProgramKernels.kernel("parent", k -> {
            ProgramKernels.launch(k, child);
            if (canSynchronize(lab)) {
                k.device().deviceSynchronize();
                k.printf("World!\n");
            } else {
                ProgramKernels.launch(k, tail, TAIL_LAUNCH);
            }
        });
        runOnHost(lab, parent, LaunchShape.of(1, 1));
        return lab.host().takeOutput().strip();
    }
}
