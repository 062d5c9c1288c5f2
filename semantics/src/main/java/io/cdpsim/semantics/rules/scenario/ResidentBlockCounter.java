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

/** Counts in device memory how many blocks were there at once, as a program on hardware would. */
public final class ResidentBlockCounter {
    /** Long against placing all blocks and against anything that a policy may put off. */
    private static final int STAY_NANOS = 3_000_000;

    /** How many blocks are there now, and the most that were. */
    private final WordArray counts;

    /** An empty crowd in the lab's memory. */
    public ResidentBlockCounter(ProgramMachine machine) {
        counts = new WordArray(machine, 2);
    }

    /** A kernel whose blocks stay for a while and are counted meanwhile. */
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

    /** Most blocks at once. */
    public int most() {
        return counts.read(1);
    }
}
