package io.cdpsim.workloads.rules;

import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;

import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;

/** Counts in device memory how many blocks were there at once, as a program on hardware would. */
final class Crowd {
    /** Long against placing all blocks and against anything that a policy may put off. */
    private static final int STAY_NANOS = 3_000_000;

    private final RuleLab lab;
    private final long now;
    private final long most;

    Crowd(RuleLab lab) {
        this.lab = lab;
        now = Marks.allocate(lab);
        most = now + 4;
    }

    /** A kernel whose blocks stay for a while and are counted meanwhile. */
    Kernel kernel(String name, int sharedBytes, int registersPerThread) {
        return Children.kernel(name, k -> {
            k.registersPerThread(registersPerThread);
            k.largeShared();
            k.sharedArray(sharedBytes);
            k.ifThen(k.equal(k.threadX(), u32(0)), () -> {
                Operand before = k.memory().atomic(AtomicOperation.ADD, ValueType.S32, u64(now), s32(1));
                k.memory()
                        .reduce(
                                StateSpace.GLOBAL,
                                AtomicOperation.MAXIMUM,
                                ValueType.S32,
                                u64(most),
                                k.add(before, s32(1)));
                k.nanosleep(u32(STAY_NANOS));
                k.memory().reduce(StateSpace.GLOBAL, AtomicOperation.ADD, ValueType.S32, u64(now), s32(-1));
            });
        });
    }

    /** Most blocks at once. */
    int most() {
        return Marks.read(lab, now)[1];
    }
}
