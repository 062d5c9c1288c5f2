package io.cdpsim.gpu.issue;

import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.memory.Scope;

/**
 * How far what an instruction does, or what it depends on, reaches. What nobody can notice may be simulated before things of an earlier
 * cycle elsewhere.
 */
public enum Reach {
    /** The warp and the issue slots and pipes of its scheduler. */
    SCHEDULER,
    /** Other warps of the SM too: what the schedulers share, shared memory, barriers. */
    SM,
    /** Everybody. */
    DEVICE;

    /** How far an instruction reaches. */
    public static Reach of(Instruction in) {
        if (in.opcode().isArithmetic()) {
            return SCHEDULER;
        }
        return switch (in.opcode()) {
            // The end of a block comes later than that of its last warp.
            case SHUFFLE, MATCH, REDUCE, BARRIER, BARRIER_REDUCE, EXIT -> SM;
            case LOAD, STORE -> isShared(((Modifiers.Access) in.modifiers()).space()) ? SM : DEVICE;
            case ATOMIC -> isShared(((Modifiers.Atomic) in.modifiers()).space()) ? SM : DEVICE;
            // One of the system waits at the link to the host for what has come there.
            case FENCE -> ((Modifiers.Fence) in.modifiers()).scope() == Scope.SYSTEM ? DEVICE : SCHEDULER;
            case DEVICE_CALL, PRINT, BULK, TRAP -> DEVICE;
            default -> SCHEDULER;
        };
    }

    private static boolean isShared(StateSpace space) {
        return space == StateSpace.SHARED;
    }
}
