package io.cdpsim.workloads.rules;

import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;

import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.ValueType;

/** Words in device memory by which kernels tell what they have done and seen: 0 at first, 1 once set. */
final class Marks {
    private static final int COUNT = 16;

    /** Longer than anything that a policy may put off. */
    static final int LONG_NANOS = 5_000_000;

    static final int MIDDLE_NANOS = 500_000;
    static final int SHORT_NANOS = 1_000;

    private Marks() {}

    /** Makes 16 marks, all 0. */
    static long allocate(RuleLab lab) {
        long marks = lab.host().malloc(4 * COUNT);
        lab.host().memory().fill(marks, 0, 4 * COUNT);
        return marks;
    }

    /** A kernel that sets a mark after a time. */
    static KernelReference setting(String name, long marks, int mark, int afterNanos) {
        return KernelReference.to(Children.kernel(name, k -> {
            if (afterNanos > 0) {
                k.nanosleep(u32(afterNanos));
            }
            set(k, marks, mark);
        }));
    }

    static void set(KernelBuilder k, long marks, int mark) {
        k.memory().storeVolatile(ValueType.S32, u64(marks + 4L * mark), s32(1));
    }

    /** Keeps what a mark is now in another one. */
    static void copy(KernelBuilder k, long marks, int from, int to) {
        k.memory()
                .storeVolatile(
                        ValueType.S32,
                        u64(marks + 4L * to),
                        k.memory().loadVolatile(ValueType.S32, u64(marks + 4L * from)));
    }

    /** What the marks are. */
    static int[] read(RuleLab lab, long marks) {
        return lab.host().memory().readInts(marks, COUNT);
    }
}
