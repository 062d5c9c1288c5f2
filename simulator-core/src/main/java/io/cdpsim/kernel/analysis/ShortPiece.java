package io.cdpsim.kernel.analysis;

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

    /** Whether the assembler makes more instructions of an operation than it guards. */
    private static boolean isLongSequence(Opcode opcode) {
        return switch (opcode) {
            case DIV_S32,
                    DIV_U32,
                    REM_S32,
                    REM_U32,
                    DIV_S64,
                    DIV_U64,
                    REM_S64,
                    REM_U64,
                    DIV_F32,
                    RCP_F32,
                    SQRT_F32,
                    DIV_F64,
                    RCP_F64,
                    SQRT_F64,
                    RSQRT_F64 -> true;
            default -> false;
        };
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
