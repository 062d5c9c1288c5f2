package io.cdpsim.ptx.emit;

import io.cdpsim.kernel.code.Comparison;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.SourcePlace;
import io.cdpsim.ptx.draft.ConstantPool;
import io.cdpsim.ptx.draft.DraftFunction;
import io.cdpsim.ptx.draft.DraftInstruction;
import io.cdpsim.ptx.draft.Step;

/** Writes the instructions of one function. All that an instruction of PTX becomes has its guard and its place. */
public final class Code {
    /** Denotes an absent operand. */
    public static final int NONE = DraftInstruction.NONE;

    private static final int NO_GUARD = -1;

    private final DraftFunction function;
    private final ConstantPool constants;
    private int guard = NO_GUARD;
    private boolean guardNegated;
    private SourcePlace place = SourcePlace.UNKNOWN;

    /** The instructions of a function, into a draft. */
    public Code(DraftFunction function, ConstantPool constants) {
        this.function = function;
        this.constants = constants;
    }

    /** The function that is written. */
    public DraftFunction function() {
        return function;
    }

    /** The constants of the kernel. */
    public ConstantPool constants() {
        return constants;
    }

    /** The operand code of a constant. */
    public int bits(long bits) {
        return constants.bits(bits);
    }

    /** Guards the following instructions by a predicate. */
    public void guard(int predicate, boolean negated) {
        guard = predicate;
        guardNegated = negated;
    }

    /** What follows is for all lanes. */
    public void unguarded() {
        guard = NO_GUARD;
        guardNegated = false;
    }

    /** Whether what follows is for some lanes alone. */
    public boolean isGuarded() {
        return guard != NO_GUARD;
    }

    /** The predicate of the lanes that take part, or -1. */
    public int guard() {
        return guard;
    }

    /** Whether lanes take part where the guard is false. */
    public boolean isGuardNegated() {
        return guardNegated;
    }

    /** A predicate to be written under the guard, which does not hold in lanes that take no part. */
    public int newPredicateUnderGuard() {
        int predicate = function.newPredicate();
        if (isGuarded()) {
            int taking = guard;
            boolean negated = guardNegated;
            unguarded();
            emit(Opcode.PREDICATE_XOR, predicate, predicate, predicate);
            guard(taking, negated);
        }
        return predicate;
    }

    /** Sets the source location of the following instructions. */
    public void at(SourcePlace newPlace) {
        place = newPlace;
    }

    /** Emits an instruction. */
    public void emit(Opcode opcode, int destination, int a, int b, int c, Modifiers modifiers) {
        emitTo(opcode, destination, a, b, c, modifiers, DraftInstruction.NO_TARGET);
    }

    /** Emits a jump to a label. */
    public void emitTo(Opcode opcode, int destination, int a, int b, int c, Modifiers modifiers, int target) {
        function.add(new DraftInstruction(
                opcode, guard, guardNegated, false, destination, a, b, c, modifiers, target, place));
    }

    /** Emits an instruction. */
    public void emit(Opcode opcode, int destination, int a, int b) {
        emit(opcode, destination, a, b, NONE, Modifiers.NONE);
    }

    /** Emits an opcode with one operand. */
    public void emit(Opcode opcode, int destination, int a, Modifiers modifiers) {
        emit(opcode, destination, a, NONE, NONE, modifiers);
    }

    /** Emits an opcode without operands and results. */
    public void emit(Opcode opcode, Modifiers modifiers) {
        emit(opcode, -1, NONE, NONE, NONE, modifiers);
    }

    /** Sets a predicate where a and b compare so. */
    public void compare(Opcode opcode, int predicate, int a, Comparison comparison, int b) {
        emit(opcode, predicate, a, b, NONE, new Modifiers.Compare(comparison));
    }

    /** Copies a value, unless source and destination are the same. */
    public void move(int destination, int a) {
        if (destination != a) {
            emit(Opcode.MOV, destination, a, NONE);
        }
    }

    /** Computes into a new register. */
    public int compute(Opcode opcode, boolean isWide, int a, int b, int c, Modifiers modifiers) {
        int register = function.newRegister(isWide);
        emit(opcode, register, a, b, c, modifiers);
        return register;
    }

    /** Computes into a new register. */
    public int compute(Opcode opcode, boolean isWide, int a, int b) {
        return compute(opcode, isWide, a, b, NONE, Modifiers.NONE);
    }

    /** All lanes of the guard go to a label. */
    public void branch(int label) {
        emitTo(Opcode.BRANCH, -1, NONE, NONE, NONE, Modifiers.NONE, label);
    }

    /** The loop that starts here is not to be unrolled. */
    public void keepRolled() {
        function.keepRolled();
    }

    /** Branches to a label arrive here. */
    public void label(int label) {
        function.add(new Step.Label(label));
    }
}
