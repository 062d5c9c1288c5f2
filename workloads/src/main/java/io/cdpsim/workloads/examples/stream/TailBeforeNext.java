package io.cdpsim.workloads.examples.stream;

import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.TAIL_LAUNCH;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.workloads.examples.listing.Example;
import io.cdpsim.workloads.examples.listing.Intervals;
import io.cdpsim.workloads.program.ProgramKernels;
import io.cdpsim.workloads.program.ProgramMachine;
import java.util.List;

/** The host launches P1 and P2 into one stream; P1 tail-launches C, which comes in between. */
final class TailBeforeNext extends Example {
    TailBeforeNext() {
        super(
                "tail-before-next",
                "a tail launch comes before the next grid in its parent's stream",
                List.of("TAIL-4", "NEST-6"),
                CDP2,
                "P1 body, then C, then P2");
    }

    @Override
    public String run(ProgramMachine lab) {
        KernelReference c = ProgramKernels.lasting("C", 20_000);
        Kernel p1 = ProgramKernels.kernel("P1", k -> ProgramKernels.launch(k, c, TAIL_LAUNCH));
        Kernel p2 = ProgramKernels.kernel("P2", k -> ProgramKernels.spin(k, 1_000));
        Host host = lab.host();
        host.launch(p1, LaunchShape.of(1, 1), host.defaultStream());
        host.launch(p2, LaunchShape.of(1, 1), host.defaultStream());
        host.synchronize();
        boolean afterBody = lab.grid("P1").bodyEnded() <= lab.grid("C").started();
        boolean beforeNext = Intervals.isBefore(lab.grid("C"), lab.grid("P2"));
        return (afterBody ? "P1 body, then C" : "C in P1's body") + (beforeNext ? ", then P2" : ", P2 does not wait");
    }
}
