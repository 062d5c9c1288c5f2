package io.cdpsim.kernel.analysis;

import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.Pipe;

/**
 * A straight-line piece of code that a branch goes around, read from its start: ptxas guards a short one instead of going around it. Source: SASS of
 * {@code measurements/programs/branches.cu}, CUDA 13.0.
 */
public final class ShortPiece {
    /** Most instructions that are guarded instead of gone around. */
    private static final int MOST_GUARDED = 8;

    /** The same if loads are among them, whose time is long in any case. */
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
    public boolean add(Opcode opcode, boolean hasGuard) {
        loads |= opcode == Opcode.LOAD;
        stores |= opcode == Opcode.STORE;
        issued += opcode.pipe() == Pipe.FREE ? 0 : 1;
        return !hasGuard && mayBeGuarded(opcode) && !(loads && stores) && issued <= MOST_GUARDED_WITH_LOADS;
    }

    /** Whether the instructions read are few enough. */
    public boolean isShort() {
        return issued <= (loads ? MOST_GUARDED_WITH_LOADS : MOST_GUARDED);
    }

    private static boolean mayBeGuarded(Opcode opcode) {
        return opcode.isArithmetic()
                || opcode == Opcode.STORE
                || opcode == Opcode.LOAD_PARAMETER
                || opcode == Opcode.LOAD;
    }
}
