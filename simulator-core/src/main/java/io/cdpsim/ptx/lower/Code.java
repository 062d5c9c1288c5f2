package io.cdpsim.ptx.lower;

import io.cdpsim.kernel.code.Comparison;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.ptx.draft.ConstantPool;
import io.cdpsim.ptx.draft.DraftFunction;
import io.cdpsim.ptx.draft.DraftInstruction;
import io.cdpsim.ptx.draft.Step;

/** Writes the instructions of one function. All that an instruction of PTX becomes has its guard and its place. */
final class Code {
    static final int NONE = DraftInstruction.NONE;
    private static final int NO_GUARD = -1;

    private final DraftFunction function;
    private final ConstantPool constants;
    private int guard = NO_GUARD;
    private boolean guardNegated;
    private String place = "";

    Code(DraftFunction function, ConstantPool constants) {
        this.function = function;
        this.constants = constants;
    }

    DraftFunction function() {
        return function;
    }

    ConstantPool constants() {
        return constants;
    }

    int bits(long bits) {
        return constants.bits(bits);
    }

    /** What follows is for lanes of which a predicate holds. */
    void guard(int predicate, boolean negated) {
        guard = predicate;
        guardNegated = negated;
    }

    /** What follows is for all lanes. */
    void unguarded() {
        guard = NO_GUARD;
        guardNegated = false;
    }

    boolean isGuarded() {
        return guard != NO_GUARD;
    }

    int guard() {
        return guard;
    }

    boolean isGuardNegated() {
        return guardNegated;
    }

    /** A predicate to be written under the guard, which does not hold in lanes that take no part. */
    int newPredicateUnderGuard() {
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

    void at(String newPlace) {
        place = newPlace;
    }

    void emit(Opcode opcode, int destination, int a, int b, int c, Modifiers modifiers) {
        emitTo(opcode, destination, a, b, c, modifiers, DraftInstruction.NO_TARGET);
    }

    void emitTo(Opcode opcode, int destination, int a, int b, int c, Modifiers modifiers, int target) {
        function.add(new DraftInstruction(opcode, guard, guardNegated, destination, a, b, c, modifiers, target, place));
    }

    void emit(Opcode opcode, int destination, int a, int b) {
        emit(opcode, destination, a, b, NONE, Modifiers.NONE);
    }

    /** Emits an opcode with one operand. */
    void emit(Opcode opcode, int destination, int a, Modifiers modifiers) {
        emit(opcode, destination, a, NONE, NONE, modifiers);
    }

    /** Emits an opcode without operands and results. */
    void emit(Opcode opcode, Modifiers modifiers) {
        emit(opcode, -1, NONE, NONE, NONE, modifiers);
    }

    /** Sets a predicate where a and b compare so. */
    void compare(Opcode opcode, int predicate, int a, Comparison comparison, int b) {
        emit(opcode, predicate, a, b, NONE, new Modifiers.Compare(comparison));
    }

    void move(int destination, int a) {
        if (destination != a) {
            emit(Opcode.MOV, destination, a, NONE);
        }
    }

    /** Computes into a register of its own. */
    int compute(Opcode opcode, boolean isWide, int a, int b, int c, Modifiers modifiers) {
        int register = function.newRegister(isWide);
        emit(opcode, register, a, b, c, modifiers);
        return register;
    }

    int compute(Opcode opcode, boolean isWide, int a, int b) {
        return compute(opcode, isWide, a, b, NONE, Modifiers.NONE);
    }

    /** All lanes of the guard go to a label. */
    void branch(int label) {
        emitTo(Opcode.BRANCH, -1, NONE, NONE, NONE, Modifiers.NONE, label);
    }

    void label(int label) {
        function.add(new Step.Label(label));
    }
}
