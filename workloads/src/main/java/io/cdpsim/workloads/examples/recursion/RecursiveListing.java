package io.cdpsim.workloads.examples.recursion;

import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.NULL_STREAM;
import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.observe.GridLifetime;
import io.cdpsim.workloads.examples.listing.Example;
import io.cdpsim.workloads.program.ProgramMachine;
import java.util.List;

/** A kernel that launches itself down to depth 6 and at depth 3 synchronises between two launches; with CDP2 it only launches twice. */
final class RecursiveListing extends Example {
    private static final int DEEPEST = 6;
    private static final int SYNCHRONIZES_AT = 3;

    RecursiveListing() {
        super(
                "recursive",
                "a kernel that launches itself and synchronises on the way",
                List.of("DEPTH-1", "SYNC-1", "STR-7"),
                BOTH,
                "10 grids, deepest 6, synchronisation gives 0");
    }

    @Override
    public String run(ProgramMachine lab) {
        if (canSynchronize(lab)) {
            lab.host().setSyncDepth(SYNCHRONIZES_AT + 1);
        }
        long error = lab.host().malloc(4);
        KernelBuilder k = new KernelBuilder("recursive");
        Register depth = k.parameter(ValueType.S32);
        k.returnIf(k.equal(depth, s32(DEEPEST)));
        Operand next = k.add(depth, s32(1));
        k.ifThen(k.equal(depth, s32(SYNCHRONIZES_AT)), () -> {
            k.device().launch(k.self(), u32(1), u32(1), NULL_STREAM, next);
            if (canSynchronize(lab)) {
                k.memory().store(ValueType.S32, u64(error), k.device().deviceSynchronize());
            }
        });
        k.device().launch(k.self(), u32(1), u32(1), NULL_STREAM, next);
        runOnHost(lab, k.build(), LaunchShape.of(1, 1), 0);
        List<GridLifetime> grids = lab.grids("recursive");
        int deepest = grids.stream().mapToInt(GridLifetime::depth).max().orElse(-1);
        return grids.size() + " grids, deepest " + deepest + ", synchronisation gives "
                + lab.host().memory().readInts(error, 1)[0];
    }
}
