package io.cdpsim.workloads.examples.memory;

import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.NULL_STREAM;
import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.TAIL_LAUNCH;
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

/** A block fills an array, a child adds 1 to each element, and a tail launch, the only one sure to see that, adds 1 more. */
final class ConsistencyTail extends Example {
    private static final int THREADS = 256;

    ConsistencyTail() {
        super(
                "consistency-tail",
                "a tail launch sees what its parent and the parent's children wrote",
                List.of("MEM-2", "MEM-5", "TAIL-10"),
                CDP2,
                "every thread sees i + 2");
    }

    @Override
    public String run(ProgramMachine lab) {
        long data = lab.host().malloc(4L * THREADS);
        KernelReference child = KernelReference.to(ProgramKernels.kernel("child", k -> Consistency.addOne(k, data)));
        KernelReference tail = KernelReference.to(ProgramKernels.kernel("tail", k -> Consistency.addOne(k, data)));
        Kernel parent = ProgramKernels.kernel("parent", k -> {
            Register i = k.threadX();
            k.memory().store(ValueType.S32, k.element(u64(data), i, 4), i);
            k.syncThreads();
            k.ifThen(k.equal(i, u32(0)), () -> {
                k.device().launch(child, u32(1), u32(THREADS), NULL_STREAM);
                k.device().launch(tail, u32(1), u32(THREADS), TAIL_LAUNCH);
            });
        });
        runOnHost(lab, parent, LaunchShape.of(1, THREADS));
        return Consistency.check(lab.host().memory().readInts(data, THREADS), 2);
    }
}
