package io.cdpsim.kernel.code;

/**
 * One instruction.
 *
 * <p>An operand code {@code x >= 0} is register {@code x} of the current window, {@code x < 0} is entry {@code ~x} of the kernel's
 * constants. {@link #NO_OPERAND} marks an absent operand.
 *
 * @param opcode operation
 * @param guard predicate of the lanes that take part, or -1
 * @param guardNegated whether the lanes take part in which the guard is false
 * @param destination first register or predicate written, or -1
 * @param a first operand
 * @param b second operand
 * @param c third operand
 * @param modifiers what else the opcode needs
 * @param target target of a branch or a call
 * @param reconvergence where the lanes that a branch parts meet again, or the code's length if only at the end
 * @param registerReads registers that must be ready before issue, the destination included
 * @param predicateReads predicates that must be ready before issue
 * @param registerWrites how many registers from the destination on are written
 * @param freshOperands registers that have to be read from the register file, if it computes
 * @param election why one lane does it for all of its warp, if it is an atomic
 * @param scoreboard the scoreboard by which others wait for its values, if it is a load or an atomic; otherwise -1
 * @param yields whether lanes that come here let those that wait for them go ahead, once; at a load when it has issued
 * @param hasShortForm whether the assembler computes it more quickly than others of its opcode: an integer division whose divisor is one number in all turns of a
 *     loop, a count of the bits of a number that all threads share, or a selection that stays one
 * @param convergence how the lanes of a branch meet again; for others none
 * @param source source location
 */
// Arrays, because every issue reads them; instructions are never compared.
@SuppressWarnings("ArrayRecordComponent")
public record Instruction(
        Opcode opcode,
        int guard,
        boolean guardNegated,
        int destination,
        int a,
        int b,
        int c,
        Modifiers modifiers,
        int target,
        int reconvergence,
        int[] registerReads,
        int[] predicateReads,
        int registerWrites,
        int freshOperands,
        AtomicElection election,
        int scoreboard,
        boolean yields,
        boolean hasShortForm,
        Convergence convergence,
        SourcePlace source) {
    /** Denotes an absent operand. */
    public static final int NO_OPERAND = Integer.MIN_VALUE;

    /**
     * A copy with what an analysis of the whole code has found.
     *
     * @param fresh number of registers that it reads from the register file
     * @param elected why one lane performs it for all
     * @param board the scoreboard of its values, or -1
     * @param yielding whether its lanes yield first
     * @param isShort whether the assembler computes it more quickly than others of its opcode
     * @param meeting how the lanes of a branch meet again
     */
    public Instruction analysed(
            int fresh, AtomicElection elected, int board, boolean yielding, boolean isShort, Convergence meeting) {
        return new Instruction(
                opcode,
                guard,
                guardNegated,
                destination,
                a,
                b,
                c,
                modifiers,
                target,
                reconvergence,
                registerReads,
                predicateReads,
                registerWrites,
                fresh,
                elected,
                board,
                yielding,
                isShort,
                meeting,
                source);
    }

    /** The source location as reports show it; empty if unknown. */
    public String place() {
        return source.words();
    }
}
