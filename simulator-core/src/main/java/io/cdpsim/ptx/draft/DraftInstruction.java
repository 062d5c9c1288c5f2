package io.cdpsim.ptx.draft;

import io.cdpsim.kernel.analysis.OperandUse;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.SourcePlace;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/**
 * An instruction before its registers are allotted. Operands are coded as in {@link Instruction}: a register from 0, a constant of the
 * function's {@link ConstantPool} as {@code ~index}, or {@link #NONE}.
 *
 * @param opcode operation
 * @param guard predicate of the lanes that take part, or -1
 * @param guardNegated whether the lanes take part in which the guard is false
 * @param replaces whether the lanes that take no part do not need what the destination held
 * @param destination first register or predicate written, or -1
 * @param a first operand
 * @param b second operand
 * @param c third operand
 * @param modifiers what else the opcode needs
 * @param target label of a branch, number of the called function, or -1
 * @param place source location
 */
public record DraftInstruction(
        Opcode opcode,
        int guard,
        boolean guardNegated,
        boolean replaces,
        int destination,
        int a,
        int b,
        int c,
        Modifiers modifiers,
        int target,
        SourcePlace place)
        implements Step {
    /** Denotes an absent operand. */
    public static final int NONE = Instruction.NO_OPERAND;

    /** Denotes an absent target. */
    public static final int NO_TARGET = -1;

    private static final int MOST_FIXED_OPERANDS = 24;

    /** The registers that it reads. */
    public int[] reads() {
        int[] into =
                new int[MOST_FIXED_OPERANDS + OperandUse.argumentsOf(modifiers).size()];
        int count = OperandUse.registersRead(opcode, a, b, c, modifiers, into);
        return Arrays.copyOf(into, count);
    }

    /** How many registers from the destination on it writes. */
    public int writes() {
        return OperandUse.registersWritten(opcode, destination, modifiers);
    }

    /** Whether it writes a register. */
    public boolean writes(int register) {
        return writes() > 0 && register >= destination && register < destination + writes();
    }

    /** Whether all its lanes run it. */
    public boolean isUnconditional() {
        return guard < 0;
    }

    /** Whether nothing reads what its destination held before. */
    public boolean isDefinition() {
        return guard < 0 || replaces;
    }

    /**
     * The same for the lanes of a guard alone.
     *
     * @param isFresh whether the other lanes do not need what the destination held
     */
    public DraftInstruction guardedBy(int predicate, boolean negated, boolean isFresh) {
        return new DraftInstruction(
                opcode, predicate, negated, isFresh, destination, a, b, c, modifiers, target, place);
    }

    /** A copy in which a function replaces each register and each constant that it reads. Predicates are unchanged. */
    public DraftInstruction withOperands(IntUnaryOperator operand) {
        return switch (opcode) {
            case PREDICATE_AND, PREDICATE_OR, PREDICATE_XOR, PREDICATE_NOT -> this;
            case VOTE -> with(a, b, c, OperandUse.withOperands(modifiers, operand));
            case SELECT, BARRIER_REDUCE -> with(apply(operand, a), apply(operand, b), c, modifiers);
            default ->
                with(
                        apply(operand, a),
                        apply(operand, b),
                        apply(operand, c),
                        OperandUse.withOperands(modifiers, operand));
        };
    }

    /** A copy in which a function replaces each predicate that it reads. */
    public DraftInstruction withPredicates(IntUnaryOperator predicate) {
        int otherA = a;
        int otherB = b;
        int otherC = c;
        switch (opcode) {
            case PREDICATE_AND, PREDICATE_OR, PREDICATE_XOR -> {
                otherA = apply(predicate, a);
                otherB = apply(predicate, b);
            }
            case PREDICATE_NOT, VOTE -> otherA = apply(predicate, a);
            case SELECT, BARRIER_REDUCE -> otherC = apply(predicate, c);
            default -> {}
        }
        return new DraftInstruction(
                opcode,
                guard < 0 ? guard : predicate.applyAsInt(guard),
                guardNegated,
                replaces,
                destination,
                otherA,
                otherB,
                otherC,
                modifiers,
                target,
                place);
    }

    /** The same with another destination. */
    public DraftInstruction withDestination(int register) {
        return new DraftInstruction(opcode, guard, guardNegated, replaces, register, a, b, c, modifiers, target, place);
    }

    /** The same as another instruction of the same lanes and the same destination. */
    public DraftInstruction as(Opcode other, int otherA, int otherB, int otherC) {
        return new DraftInstruction(
                other, guard, guardNegated, replaces, destination, otherA, otherB, otherC, modifiers, target, place);
    }

    /** The same with other operands and another detail. */
    public DraftInstruction with(int otherA, int otherB, int otherC, Modifiers other) {
        return new DraftInstruction(
                opcode, guard, guardNegated, replaces, destination, otherA, otherB, otherC, other, target, place);
    }

    /** The same with another label as its target. */
    public DraftInstruction to(int label) {
        return new DraftInstruction(
                opcode, guard, guardNegated, replaces, destination, a, b, c, modifiers, label, place);
    }

    private static int apply(IntUnaryOperator operand, int code) {
        return code == NONE ? NONE : operand.applyAsInt(code);
    }
}
