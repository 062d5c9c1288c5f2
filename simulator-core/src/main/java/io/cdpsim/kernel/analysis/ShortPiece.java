package io.cdpsim.kernel.analysis;

import io.cdpsim.kernel.code.InstructionSequence;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.Pipe;
import io.cdpsim.kernel.code.StateSpace;

/**
 * A straight-line piece of code that a branch goes around, read from its start: ptxas guards a short one instead of going around it. Source: SASS of
 * {@code measurements/programs/branches.cu}, CUDA 13.0.
 */
public final class ShortPiece {
    /** Most instructions that are guarded instead of gone around. */
    private static final int MOST_GUARDED = 8;

    /** The same if loads are among them whose time is long in any case: not those of shared and constant memory. */
    private static final int MOST_GUARDED_WITH_LOADS = 20;

    private int issued;
    private boolean loads;
    private boolean stores;

    /**
     * Reads the next instruction.
     *
     * @param hasGuard whether it has a guard of its own
     * @return whether the piece may be guarded with it, if no further instruction follows
     */
    public boolean add(Opcode opcode, Modifiers modifiers, boolean hasGuard) {
        loads |= opcode == Opcode.LOAD && takesLong(modifiers);
        stores |= opcode == Opcode.STORE;
        issued += opcode.pipe() == Pipe.FREE ? 0 : 1;
        return !hasGuard && mayBeGuarded(opcode) && !(loads && stores) && issued <= MOST_GUARDED_WITH_LOADS;
    }

    /** Whether the instructions read are few enough. */
    public boolean isShort() {
        return issued <= (loads ? MOST_GUARDED_WITH_LOADS : MOST_GUARDED);
    }

    /** Whether the assembler makes a sequence of an operation that contains a branch, or more instructions than it guards. */
    private static boolean isLongSequence(Opcode opcode) {
        InstructionSequence sequence = InstructionSequence.of(opcode);
        return sequence != null && (sequence.barriers() > 0 || sequence.issued() > MOST_GUARDED_WITH_LOADS);
    }

    private static boolean takesLong(Modifiers modifiers) {
        return !(modifiers instanceof Modifiers.Access access)
                || (access.space() != StateSpace.SHARED && access.space() != StateSpace.CONSTANT);
    }

    private static boolean mayBeGuarded(Opcode opcode) {
        return (opcode.isArithmetic() && !isLongSequence(opcode))
                || opcode == Opcode.STORE
                || opcode == Opcode.LOAD_PARAMETER
                || opcode == Opcode.LOAD;
    }
}
