package io.cdpsim.workloads.examples.memory;

import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.NULL_STREAM;
import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.workloads.examples.listing.Example;
import io.cdpsim.workloads.program.ProgramKernels;
import io.cdpsim.workloads.program.ProgramMachine;
import java.util.List;

/** A block fills an array, a child adds 1 to each element; after the synchronisation and a barrier every thread of the block sees it. */
final class Consistency extends Example {
    private static final int THREADS = 256;

    Consistency() {
        super(
                "consistency",
                "a parent sees what its child wrote after synchronising, its block after a barrier",
                List.of("MEM-2", "MEM-4", "SYNC-4"),
                CDP1,
                "every thread sees i + 1");
    }

    @Override
    public String run(ProgramMachine lab) {
        long data = lab.host().malloc(4L * THREADS);
        long seen = lab.host().malloc(4L * THREADS);
        KernelReference child = KernelReference.to(ProgramKernels.kernel("child", k -> addOne(k, data)));
        Kernel parent = ProgramKernels.kernel("parent", k -> {
            Register i = k.threadX();
            k.memory().store(ValueType.S32, k.element(u64(data), i, 4), i);
            k.syncThreads();
            k.ifThen(k.equal(i, u32(0)), () -> {
                k.device().launch(child, u32(1), u32(THREADS), NULL_STREAM);
                k.device().deviceSynchronize();
            });
            k.syncThreads();
            // Each thread looks at an element that another one stored.
            Register other = k.and(k.add(i, u32(1)), u32(THREADS - 1));
            Operand value = k.memory().load(ValueType.S32, k.element(u64(data), other, 4));
            k.memory().store(ValueType.S32, k.element(u64(seen), other, 4), value);
        });
        runOnHost(lab, parent, LaunchShape.of(1, THREADS));
        return check(lab.host().memory().readInts(seen, THREADS), 1);
    }

    /** {@code data[threadIdx.x] = data[threadIdx.x] + 1;} */
    static void addOne(KernelBuilder k, long data) {
        Operand element = k.element(u64(data), k.threadX(), 4);
        Operand value = k.memory().load(ValueType.U32, element);
        k.memory().store(ValueType.U32, element, k.add(value, u32(1)));
    }

    /** Says whether each element is its index and a sum, or which is not. */
    static String check(int[] values, int sum) {
        for (int i = 0; i < values.length; i++) {
            if (values[i] != i + sum) {
                return "element " + i + " is " + values[i];
            }
        }
        return "every thread sees i + " + sum;
    }
}
