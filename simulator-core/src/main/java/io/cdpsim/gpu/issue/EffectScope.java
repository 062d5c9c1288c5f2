package io.cdpsim.gpu.issue;

import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.memory.Scope;

/**
 * The part of the device that an instruction affects or depends on. An instruction whose scope is not the device may be simulated before
 * instructions of an earlier cycle on other SMs.
 */
public enum EffectScope {
    /** The warp and the issue slots and pipes of its scheduler. */
    SCHEDULER,
    /** Other warps of the SM too: shared issue resources, shared memory, barriers. */
    SM,
    /** The whole device. */
    DEVICE;

    /** The scope of an instruction. */
    public static EffectScope of(Instruction in) {
        if (in.opcode().isArithmetic()) {
            return SCHEDULER;
        }
        return switch (in.opcode()) {
            // The end of a block follows that of its last warp.
            case SHUFFLE, MATCH, REDUCE, MATRIX_TRANSPOSE, BARRIER, BARRIER_REDUCE, EXIT -> SM;
            case LOAD, STORE -> isShared(((Modifiers.Access) in.modifiers()).space()) ? SM : DEVICE;
            case MATRIX_LOAD, MATRIX_STORE -> isShared(((Modifiers.MatrixRows) in.modifiers()).space()) ? SM : DEVICE;
            case ATOMIC -> isShared(((Modifiers.Atomic) in.modifiers()).space()) ? SM : DEVICE;
            case MBARRIER -> isShared(((Modifiers.Mbarrier) in.modifiers()).space()) ? SM : DEVICE;
            case MBARRIER_WAIT -> SM;
            case BULK_COPY,
                    BULK_GROUP,
                    CLUSTER_BARRIER,
                    GRID_DEPENDENCY,
                    TEXTURE_FETCH,
                    SURFACE_LOAD,
                    SURFACE_STORE,
                    SURFACE_REDUCE,
                    TEXTURE_QUERY -> DEVICE;
            // A fence to the system waits at the host link for earlier requests.
            case FENCE -> ((Modifiers.Fence) in.modifiers()).scope() == Scope.SYSTEM ? DEVICE : SCHEDULER;
            case DEVICE_CALL, PRINT, BULK, TRAP -> DEVICE;
            default -> SCHEDULER;
        };
    }

    /**
     * Whether an instruction that does not affect the device reads nothing of it either, and tells it nothing: an SM may run it on a thread beside those that
     * simulate other SMs.
     */
    public static boolean runsBeside(Instruction in) {
        return switch (in.opcode()) {
            case BRANCH,
                    CALL,
                    RETURN,
                    BARRIER,
                    BARRIER_REDUCE,
                    LOAD_PARAMETER,
                    LOAD,
                    STORE,
                    ATOMIC,
                    MATRIX_LOAD,
                    MATRIX_STORE,
                    MATRIX_MULTIPLY,
                    MATRIX_TRANSPOSE,
                    SHUFFLE,
                    VOTE,
                    MATCH,
                    REDUCE,
                    ELECT,
                    WARP_SYNC,
                    NANOSLEEP,
                    IS_SPACE,
                    FENCE,
                    EXIT -> of(in) != DEVICE;
            case READ_SPECIAL ->
                switch (((Modifiers.Special) in.modifiers()).register()) {
                    case CURRENT_GRAPH, GRID_WORKSPACE_HIGH, GRID_WORKSPACE_LOW -> false;
                    default -> true;
                };
            default -> in.opcode().isArithmetic();
        };
    }

    private static boolean isShared(StateSpace space) {
        return space == StateSpace.SHARED;
    }
}
