package io.cdpsim.workloads.examples.launch;

import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.TAIL_LAUNCH;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.workloads.examples.listing.Example;
import io.cdpsim.workloads.program.Children;
import io.cdpsim.workloads.program.ProgramLab;
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
    public String run(ProgramLab lab) {
        KernelReference child = KernelReference.to(Children.kernel("child", k -> k.printf("Hello ")));
        KernelReference tail = KernelReference.to(Children.kernel("tail", k -> k.printf("World!\n")));
        Kernel parent = Children.kernel("parent", k -> {
            Children.launch(k, child);
            if (canSynchronize(lab)) {
                k.device().deviceSynchronize();
                k.printf("World!\n");
            } else {
                Children.launch(k, tail, TAIL_LAUNCH);
            }
        });
        runOnHost(lab, parent, LaunchShape.of(1, 1));
        return lab.host().takeOutput().strip();
    }
}
