package io.cdpsim.ptx.optimize;

import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.ptx.draft.DraftInstruction;

/**
 * Instruction costs that the assembler assumes, in cycles: figures of the compiler, not of a GPU. They are those of nvcc 13.0 for compute
 * capability 9.0 as far as its instruction order shows them; the profile has the latencies of the GPU.
 */
final class CostModel {
    private static final int ARITHMETIC = 4;
    private static final int DOUBLE = 8;
    private static final int SPECIAL_FUNCTION = 18;
    private static final int SHUFFLE = 23;
    private static final int TENSOR = 24;
    private static final int PREDICATE = 13;
    private static final int SHARED = 29;
    private static final int FAR = 100;
    private static final int HALF_RATE = 2;
    private static final int SPECIAL_FUNCTION_RATE = 8;

    private CostModel() {}

    /** From an instruction's issue to that of an instruction that reads its result. */
    static int latency(DraftInstruction draft) {
        if (draft.opcode().writesPredicate()) {
            return PREDICATE;
        }
        return switch (draft.opcode().pipe()) {
            case FP32, INTEGER, INTEGER_MULTIPLY, CONTROL -> ARITHMETIC;
            case FP64 -> DOUBLE;
            case SPECIAL_FUNCTION -> SPECIAL_FUNCTION;
            case SHUFFLE -> SHUFFLE;
            case TENSOR -> TENSOR;
            case LOAD_STORE ->
                draft.modifiers() instanceof Modifiers.MatrixRows
                                || (draft.modifiers() instanceof Modifiers.Access access
                                        && access.space() == StateSpace.SHARED)
                        ? SHARED
                        : FAR;
            case FREE -> 0;
        };
    }

    /** For how long it holds its pipe. */
    static int occupancy(DraftInstruction draft) {
        return switch (draft.opcode().pipe()) {
            case INTEGER, INTEGER_MULTIPLY, FP64 -> HALF_RATE;
            case SPECIAL_FUNCTION -> SPECIAL_FUNCTION_RATE;
            default -> 1;
        };
    }
}
