package io.cdpsim.workloads.examples.memory;

import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u64;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.workloads.IntendedRaces;
import io.cdpsim.workloads.examples.listing.Example;
import io.cdpsim.workloads.program.Children;
import io.cdpsim.workloads.program.ProgramLab;
import java.util.List;

/** {@code v = 1; child<<<1, 1>>>(); v = 2; cudaDeviceSynchronize();}: the child may see either, but never what was there before. */
final class StoreRace extends Example {
    StoreRace() {
        super(
                "store-race",
                "what a parent stores after a launch races with the child",
                List.of("MEM-2", "MEM-3"),
                BOTH,
                "the child sees 1",
                "the child sees 2");
    }

    @Override
    public IntendedRaces meantRaces() {
        return IntendedRaces.of("this is what it shows", "MEM-3");
    }

    @Override
    public String run(ProgramLab lab) {
        Operand v = u64(lab.host().malloc(4));
        long seen = lab.host().malloc(4);
        KernelReference child = KernelReference.to(Children.kernel(
                "child",
                k -> k.memory().store(ValueType.S32, u64(seen), k.memory().load(ValueType.S32, v))));
        Kernel parent = Children.kernel("parent", k -> {
            k.memory().store(ValueType.S32, v, s32(1));
            Children.launch(k, child);
            // Stands for what else the parent does before it stores again: as long as a launch takes to start.
            Children.spin(k, 8_000);
            k.memory().store(ValueType.S32, v, s32(2));
            if (canSynchronize(lab)) {
                k.device().deviceSynchronize();
            }
        });
        runOnHost(lab, parent, LaunchShape.of(1, 1));
        return "the child sees " + lab.host().memory().readInts(seen, 1)[0];
    }
}
