package io.cdpsim.kernel.code;

import org.jspecify.annotations.Nullable;

/**
 * The instructions that the assembler makes of one operation which no pipe executes. The counts but the last are those of the longest path, each instruction of which waits
 * for the one before; divisions and roots that round exactly end at a convergence barrier, since numbers too small or too large go to a function instead. Source: SASS of
 * {@code measurements/programs/sequences.cu}, CUDA 13.0; the sums agree with the cycles of {@code sequences-h200.csv}.
 *
 * @param special instructions of the special-function pipe
 * @param doubles double-precision instructions
 * @param words additions and multiplications of 32 bits
 * @param predicates comparisons whose predicate the next instruction waits for
 * @param barriers branches to a convergence barrier
 * @param issued issue slots of all instructions
 */
public record InstructionSequence(int special, int doubles, int words, int predicates, int barriers, int issued) {
    private static final InstructionSequence INTEGER_QUOTIENT = new InstructionSequence(3, 0, 11, 2, 0, 27);
    private static final InstructionSequence SIGNED_QUOTIENT = new InstructionSequence(3, 0, 14, 2, 0, 34);
    private static final InstructionSequence WIDE_QUOTIENT = new InstructionSequence(3, 0, 42, 3, 1, 115);
    private static final InstructionSequence WIDE_PRODUCT = new InstructionSequence(0, 0, 3, 0, 0, 4);
    private static final InstructionSequence WIDE_PRODUCT_HIGH = new InstructionSequence(0, 0, 8, 0, 0, 10);
    private static final InstructionSequence PRODUCT_HIGH = new InstructionSequence(0, 0, 2, 0, 0, 1);
    private static final InstructionSequence HALVES_COUNTED = new InstructionSequence(2, 0, 1, 0, 0, 3);
    private static final InstructionSequence DOUBLE_EXTREME = new InstructionSequence(0, 1, 1, 1, 0, 6);
    private static final InstructionSequence APPROXIMATE_QUOTIENT = new InstructionSequence(1, 0, 2, 1, 0, 5);

    /** Of the absolute value: two conversions, the reciprocal, and what makes it one of integers. */
    private static final InstructionSequence INTEGER_RECIPROCAL = new InstructionSequence(3, 0, 5, 0, 0, 9);

    private static final InstructionSequence QUOTIENT_OF_INVARIANT = new InstructionSequence(0, 0, 7, 2, 0, 13);

    /** That of an integer division by a number of which the reciprocal is known. */
    public static InstructionSequence byInvariant() {
        return QUOTIENT_OF_INVARIANT;
    }

    /** That of an operation; null if a pipe executes it. */
    public static @Nullable InstructionSequence of(Opcode opcode) {
        return switch (opcode) {
            case DIV_U32, REM_U32 -> INTEGER_QUOTIENT;
            case DIV_S32, REM_S32 -> SIGNED_QUOTIENT;
            case DIVISOR_I32 -> INTEGER_RECIPROCAL;
            case DIV_S64, DIV_U64, REM_S64, REM_U64 -> WIDE_QUOTIENT;
            case MUL_I64, MAD_I64 -> WIDE_PRODUCT;
            case MULHI_S64, MULHI_U64, MADHI_S64, MADHI_U64 -> WIDE_PRODUCT_HIGH;
            // One instruction that takes its pipe for two.
            case MULHI_S32, MULHI_U32, MADHI_S32, MADHI_U32 -> PRODUCT_HIGH;
            case POPC_B64, CLZ_B64, BREV_B64, BFIND_S64, BFIND_U64 -> HALVES_COUNTED;
            case DIV_F32 -> new InstructionSequence(1, 0, 5, 0, 1, 15);
            case RCP_F32 -> new InstructionSequence(1, 0, 5, 1, 1, 14);
            case SQRT_F32 -> new InstructionSequence(1, 0, 4, 0, 1, 14);
            case DIV_APPROX_F32, DIV_FULL_F32 -> APPROXIMATE_QUOTIENT;
            case DIV_F64 -> new InstructionSequence(1, 8, 1, 1, 1, 27);
            case RCP_F64 -> new InstructionSequence(1, 4, 0, 1, 1, 18);
            case SQRT_F64 -> new InstructionSequence(1, 6, 0, 0, 1, 28);
            case RSQRT_F64 -> new InstructionSequence(1, 4, 0, 0, 1, 21);
            case MIN_F64, MAX_F64 -> DOUBLE_EXTREME;
            default -> null;
        };
    }

    /** How many of its instructions a pipe executes, at least 1. */
    public int passes(Pipe pipe) {
        return Math.max(
                1,
                switch (pipe) {
                    case SPECIAL_FUNCTION -> special;
                    case FP64 -> doubles;
                    case INTEGER_MULTIPLY -> words;
                    default -> 1;
                });
    }
}
