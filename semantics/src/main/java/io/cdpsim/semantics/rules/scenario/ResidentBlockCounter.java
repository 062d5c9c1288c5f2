package io.cdpsim.semantics.rules.scenario;

import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.ValueType.S32;

import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.workloads.program.ProgramKernels;
import io.cdpsim.workloads.program.ProgramMachine;
import io.cdpsim.workloads.program.WordArray;

/** Counts resident blocks in device memory, as a program on hardware would. */
public final class ResidentBlockCounter {
    /** Longer than the placement of all blocks and any delay of a policy. */
    private static final int STAY_NANOS = 3_000_000;

    /** The current and the maximum number of resident blocks. */
    private final WordArray counts;

    /** A counter with value 0. */
    public ResidentBlockCounter(ProgramMachine machine) {
        counts = new WordArray(machine, 2);
    }

    /** A kernel with long blocks, which the counter counts. */
    public Kernel kernel(String name, int sharedBytes, int registersPerThread) {
        return ProgramKernels.kernel(name, k -> {
            k.registersPerThread(registersPerThread);
            k.largeShared();
            k.sharedArray(sharedBytes);
            k.ifThen(k.equal(k.threadX(), u32(0)), () -> {
                Operand before = k.memory().atomic(AtomicOperation.ADD, S32, counts.at(0), s32(1));
                k.memory().reduce(StateSpace.GLOBAL, AtomicOperation.MAXIMUM, S32, counts.at(1), k.add(before, s32(1)));
                k.nanosleep(u32(STAY_NANOS));
                k.memory().reduce(StateSpace.GLOBAL, AtomicOperation.ADD, S32, counts.at(0), s32(-1));
            });
        });
    }

    /** The maximum number of resident blocks. */
    public int most() {
        return counts.read(1);
    }
}
