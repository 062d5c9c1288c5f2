package io.cdpsim.ptx.lower;

import io.cdpsim.kernel.code.Comparison;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.ptx.emit.Code;
import io.cdpsim.ptx.form.Form;
import io.cdpsim.ptx.row.FunctionEmitter;
import io.cdpsim.ptx.syntax.IntegerLiteral;
import io.cdpsim.ptx.syntax.PtxOperand;

/** {@code cp.async}: a copy from global to shared memory, complete when it is issued. */
final class AsyncCopy {
    private AsyncCopy() {}

    static void emit(FunctionEmitter to, Form form) {
        PtxOperand.Address target = MemoryForms.address(form, 0);
        PtxOperand.Address source = MemoryForms.address(form, 1);
        int words = words(form);
        int targetBase = MemoryForms.base(to, form, target);
        int sourceBase = MemoryForms.base(to, form, source);
        Code code = to.code();
        int first;
        if (form.count() > (form.has("L2::cache_hint") ? 4 : 3)) {
            first = copyPart(to, form, words, sourceBase, source.offset());
        } else {
            first = code.function().newRow(false, words);
            Modifiers load = access(StateSpace.GLOBAL, words, source.offset());
            code.emit(Opcode.LOAD, first, sourceBase, load);
        }
        Modifiers store = access(StateSpace.SHARED, words, target.offset());
        code.emit(Opcode.STORE, -1, targetBase, first, Code.NONE, store);
    }

    private static int words(Form form) {
        long bytes = form.operand(2) instanceof IntegerLiteral number ? number.value() : 0;
        if (bytes != 4 && bytes != 8 && bytes != 16) {
            throw form.refuseAt(form.operand(2).at(), "copies a number of bytes that is not 4, 8 or 16");
        }
        return (int) bytes / Integer.BYTES;
    }

    /** Loads only the first bytes; zeros stand for the others, of a word too. A predicate in the place of their number means none where it holds. */
    private static int copyPart(FunctionEmitter to, Form form, int words, int source, long offset) {
        Code code = to.code();
        int bytes;
        if (to.operands().isPredicate(form.operand(3))) {
            int isIgnored = to.operands().predicateValue(form, form.operand(3));
            int all = code.bits((long) words * Integer.BYTES);
            bytes = code.compute(Opcode.SELECT, false, code.bits(0), all, isIgnored, Modifiers.NONE);
        } else {
            bytes = to.in(form, 3);
        }
        int first = code.function().newRow(false, words);
        int guard = code.guard();
        boolean negated = code.isGuardNegated();
        for (int i = 0; i < words; i++) {
            int isRead = code.function().newPredicate();
            long at = (long) i * Integer.BYTES;
            code.guard(guard, negated);
            code.emit(Opcode.MOV, first + i, code.bits(0), Code.NONE);
            code.unguarded();
            code.compare(Opcode.COMPARE_U32, isRead, bytes, Comparison.GREATER, code.bits(at));
            code.guard(both(code, isRead, guard, negated), false);
            Modifiers load = access(StateSpace.GLOBAL, 1, offset + at);
            code.emit(Opcode.LOAD, first + i, source, load);
            int left = code.compute(Opcode.SUB_I32, false, bytes, code.bits(at));
            int bits = code.compute(Opcode.SHL_B32, false, left, code.bits(3));
            int mask = code.compute(Opcode.BMSK_B32, false, code.bits(0), bits, Code.NONE, new Modifiers.Width(true));
            code.emit(Opcode.AND_B32, first + i, first + i, mask);
        }
        code.guard(guard, negated);
        return first;
    }

    private static int both(Code code, int predicate, int guard, boolean negated) {
        if (guard < 0) {
            return predicate;
        }
        int held = guard;
        if (negated) {
            held = code.function().newPredicate();
            code.emit(Opcode.PREDICATE_NOT, held, guard, Code.NONE);
        }
        code.emit(Opcode.PREDICATE_AND, predicate, predicate, held);
        return predicate;
    }

    private static Modifiers.Access access(StateSpace space, int words, long offset) {
        return Modifiers.Access.weak(space, ValueType.U32, words, offset);
    }
}
