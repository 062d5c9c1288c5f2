package io.cdpsim.workloads.examples.launch;

import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.NULL_STREAM;
import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.workloads.examples.listing.Example;
import io.cdpsim.workloads.program.ProgramKernels;
import io.cdpsim.workloads.program.ProgramMachine;
import java.util.List;

/**
 * {@code neighbors<<<(count + 1023) / 1024, 1024>>>();} for vertices with 3, 0 and 2,000 neighbours, as a breadth-first search may do it:
 * the vertex without neighbours asks for a grid of no blocks.
 */
final class EmptyLaunch extends Example {
    private static final int[] NEIGHBORS = {3, 0, 2000};

    EmptyLaunch() {
        super(
                "empty-launch",
                "a launch of no blocks fails, and only that one",
                List.of("LNCH-7", "ERR-1"),
                BOTH,
                "last errors 0, 9, 0; 2 child grids");
    }

    @Override
    public String run(ProgramMachine lab) {
        long counts = lab.host().malloc(4L * NEIGHBORS.length);
        long errors = lab.host().malloc(4L * NEIGHBORS.length);
        lab.host().memory().write(counts, NEIGHBORS);
        KernelReference neighbors = ProgramKernels.lasting("neighbors", 1_000);
        Kernel expand = ProgramKernels.kernel("expand", k -> {
            Register vertex = k.threadX();
            Register count = k.memory().load(ValueType.S32, k.element(u64(counts), vertex, 4));
            Register blocks = k.divide(k.add(count, s32(1023)), s32(1024));
            k.device().launch(neighbors, blocks, u32(1024), NULL_STREAM);
            k.memory()
                    .store(
                            ValueType.S32,
                            k.element(u64(errors), vertex, 4),
                            k.device().getLastError());
        });
        runOnHost(lab, expand, LaunchShape.of(1, NEIGHBORS.length));
        int[] last = lab.host().memory().readInts(errors, NEIGHBORS.length);
        return "last errors " + last[0] + ", " + last[1] + ", " + last[2] + "; "
                + lab.grids("neighbors").size() + " child grids";
    }
}
