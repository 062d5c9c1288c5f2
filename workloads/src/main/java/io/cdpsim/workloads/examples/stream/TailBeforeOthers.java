package io.cdpsim.workloads.examples.stream;

import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.FIRE_AND_FORGET;
import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.PER_THREAD_STREAM;
import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.TAIL_LAUNCH;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.workloads.examples.listing.Example;
import io.cdpsim.workloads.examples.listing.Intervals;
import io.cdpsim.workloads.program.ProgramKernels;
import io.cdpsim.workloads.program.ProgramMachine;
import java.util.List;

/** The tail launch C stands first in the program, before X (per-thread stream) and F (fire-and-forget), and still runs last. */
final class TailBeforeOthers extends Example {
    TailBeforeOthers() {
        super(
                "tail-before-others",
                "a tail launch waits for what is launched after it, too",
                List.of("TAIL-2"),
                CDP2,
                "X before C, F before C");
    }

    @Override
    public String run(ProgramMachine lab) {
        KernelReference c = ProgramKernels.lasting("C", 20_000);
        KernelReference x = ProgramKernels.lasting("X", 20_000);
        KernelReference f = ProgramKernels.lasting("F", 20_000);
        Kernel parent = ProgramKernels.kernel("P", k -> {
            ProgramKernels.launch(k, c, TAIL_LAUNCH);
            ProgramKernels.launch(k, x, PER_THREAD_STREAM);
            ProgramKernels.launch(k, f, FIRE_AND_FORGET);
        });
        runOnHost(lab, parent, LaunchShape.of(1, 1));
        return Intervals.order(lab.grid("X"), lab.grid("C")) + ", " + Intervals.order(lab.grid("F"), lab.grid("C"));
    }
}
