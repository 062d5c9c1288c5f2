package io.cdpsim.gpu.issue;

import io.cdpsim.gpu.queue.ServiceQueue;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.profile.PipeSpecs;
import java.util.stream.LongStream;

/**
 * Register-bank conflicts: the issue time that an instruction takes of its scheduler beyond one slot because its operands are read from
 * the register file, or its result is written by a pipe outside the scheduler's own arithmetic.
 */
final class RegisterBankConflicts {
    private static final int REGISTER_BYTES = 4;
    private static final int MOST_OPERANDS = 3;

    private final boolean free;
    private final long[] reads = new long[MOST_OPERANDS + 1];
    private final long[] sharedLoad;
    private final long[] load;
    private final long sharedStore;
    private final long shuffle;
    private final long specialFunction;

    RegisterBankConflicts(PipeSpecs.RegisterPorts spec) {
        for (int operands = 1; spec.readsPerCycle() > 0 && operands <= MOST_OPERANDS; operands++) {
            reads[operands] = ServiceQueue.fractions(Math.max(0, (double) operands / spec.readsPerCycle() - 1));
        }
        sharedLoad = byWidth(spec.sharedLoad32Cycles(), spec.sharedLoad64Cycles(), spec.sharedLoad128Cycles());
        load = byWidth(spec.load32Cycles(), spec.load64Cycles(), spec.load128Cycles());
        sharedStore = ServiceQueue.fractions(spec.sharedStoreCycles());
        shuffle = ServiceQueue.fractions(spec.shuffleCycles());
        specialFunction = ServiceQueue.fractions(spec.specialFunctionCycles());
        free = reads[MOST_OPERANDS]
                        + LongStream.concat(LongStream.of(sharedLoad), LongStream.of(load))
                                .sum()
                        + sharedStore
                        + shuffle
                        + specialFunction
                == 0;
    }

    /** The widest access, of eight registers, counts as two of four. */
    private static long[] byWidth(double one, double two, double four) {
        return new long[] {
            ServiceQueue.fractions(one),
            ServiceQueue.fractions(two),
            ServiceQueue.fractions(four),
            ServiceQueue.fractions(2 * four)
        };
    }

    /** Issue time beyond the slot, in {@link ServiceQueue} fractions. */
    long service(Instruction in) {
        if (free) {
            return 0;
        }
        return switch (in.opcode().pipe()) {
            case LOAD_STORE -> in.modifiers() instanceof Modifiers.Access access ? access(in.opcode(), access) : 0;
            case SHUFFLE -> shuffle;
            case SPECIAL_FUNCTION -> specialFunction + reads[in.freshOperands()];
            default -> reads[in.freshOperands()];
        };
    }

    private long access(Opcode opcode, Modifiers.Access access) {
        boolean isShared = access.space() == StateSpace.SHARED;
        if (opcode == Opcode.STORE) {
            return isShared ? sharedStore : 0;
        }
        int registers = Math.max(1, access.bytes() / REGISTER_BYTES);
        return (isShared ? sharedLoad : load)[Integer.numberOfTrailingZeros(registers)];
    }
}
