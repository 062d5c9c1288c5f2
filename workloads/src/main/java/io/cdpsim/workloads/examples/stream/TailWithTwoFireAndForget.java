package io.cdpsim.workloads.examples.stream;

import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.FIRE_AND_FORGET;
import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.TAIL_LAUNCH;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.observe.GridLifetime;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.workloads.examples.listing.Example;
import io.cdpsim.workloads.examples.listing.Intervals;
import io.cdpsim.workloads.program.ProgramKernels;
import io.cdpsim.workloads.program.ProgramMachine;
import java.util.List;

/** P1 tail-launches T, which launches C1 and C2 with fire-and-forget: both between P1 and P2, in any order. */
final class TailWithTwoFireAndForget extends Example {
    private static final String AND = ", both between P1 and P2";

    TailWithTwoFireAndForget() {
        super(
                "tail-with-two-faf",
                "how to run several grids at once after a parent",
                List.of("TAIL-6", "FAF-1", "FAF-2"),
                CDP2,
                "C1 before C2" + AND,
                "C2 before C1" + AND,
                "C1 and C2 overlap" + AND);
    }

    @Override
    public String run(ProgramMachine lab) {
        KernelReference c1 = ProgramKernels.lasting("C1", 5_000);
        KernelReference c2 = ProgramKernels.lasting("C2", 5_000);
        KernelReference t = KernelReference.to(ProgramKernels.kernel("T", k -> {
            ProgramKernels.launch(k, c1, FIRE_AND_FORGET);
            ProgramKernels.launch(k, c2, FIRE_AND_FORGET);
        }));
        Kernel p1 = ProgramKernels.kernel("P1", k -> ProgramKernels.launch(k, t, TAIL_LAUNCH));
        Kernel p2 = ProgramKernels.kernel("P2", k -> {});
        Host host = lab.host();
        host.launch(p1, LaunchShape.of(1, 1), host.defaultStream());
        host.launch(p2, LaunchShape.of(1, 1), host.defaultStream());
        host.synchronize();
        GridLifetime first = lab.grid("C1");
        GridLifetime second = lab.grid("C2");
        return Intervals.order(first, second)
                + (isBetween(lab, first) && isBetween(lab, second) ? AND : ", not both between P1 and P2");
    }

    private static boolean isBetween(ProgramMachine lab, GridLifetime grid) {
        return lab.grid("P1").bodyEnded() <= grid.started() && Intervals.isBefore(grid, lab.grid("P2"));
    }
}
