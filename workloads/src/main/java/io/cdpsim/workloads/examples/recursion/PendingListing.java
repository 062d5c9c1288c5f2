package io.cdpsim.workloads.examples.recursion;

import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u32;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.workloads.examples.listing.Example;
import io.cdpsim.workloads.program.ProgramMachine;
import java.util.List;

/**
 * Every thread makes a stream, launches a grid like its own into it and destroys it: 8 + 64 + 512 launches down to depth 3. The listing
 * itself goes to depth 6; {@code cdpsim run pending} does that.
 */
final class PendingListing extends Example {
    private static final int DEEPEST = 3;

    PendingListing() {
        super(
                "pending",
                "every thread launches into a stream of its own, which it destroys at once",
                List.of("POOL-2", "STR-9", "STR-10"),
                BOTH,
                "585 grids, 0 launches failed");
    }

    @Override
    public String run(ProgramMachine lab) {
        lab.pool(32_768);
        KernelBuilder k = new KernelBuilder("pending");
        Register depth = k.parameter(ValueType.S32);
        k.returnIf(k.equal(depth, s32(DEEPEST)));
        Register stream = k.device().streamCreateWithFlags();
        k.device().launch(k.self(), u32(1), u32(8), stream, k.add(depth, s32(1)));
        k.device().streamDestroy(stream);
        runOnHost(lab, k.build(), LaunchShape.of(1, 8), 0);
        return lab.grids("pending").size() + " grids, "
                + lab.timeline().failures().size() + " launches failed";
    }
}
