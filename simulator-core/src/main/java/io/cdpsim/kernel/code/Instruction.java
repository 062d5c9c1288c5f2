package io.cdpsim.kernel.code;

/**
 * One instruction.
 *
 * <p>An operand code {@code x >= 0} is register {@code x} of the current window, {@code x < 0} is entry {@code ~x} of the kernel's
 * constants. {@link #NO_OPERAND} marks an absent operand.
 *
 * @param opcode what it does
 * @param guard predicate that says which lanes take part, or -1
 * @param guardNegated whether the lanes take part in which the guard is false
 * @param destination first register or predicate written, or -1
 * @param a first operand
 * @param b second operand
 * @param c third operand
 * @param modifiers what else the opcode needs
 * @param target where a branch or a call goes
 * @param reconvergence where the lanes that a branch parts meet again, or the code's length if only at the end
 * @param registerReads registers whose values must be there before issue, the destination included
 * @param predicateReads predicates whose values must be there before issue
 * @param registerWrites how many registers from the destination on are written
 * @param freshOperands registers that have to be read from the register file, if it computes
 * @param isElected whether it is an atomic that one lane does for all of its warp
 * @param place where in the source the instruction comes from, for reports
 */
// Arrays, because every issue reads them; nobody compares instructions.
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
        boolean isElected,
        String place) {
    /** Stands where there is no operand. */
    public static final int NO_OPERAND = Integer.MIN_VALUE;

    /** The same instruction, of which is known how many registers it reads from the register file, and whether one lane does it for all. */
    public Instruction analysed(int fresh, boolean elected) {
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
                place);
    }
}
