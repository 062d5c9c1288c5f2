package io.cdpsim.ptx.lower;

import io.cdpsim.kernel.code.Comparison;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Modifiers.CachePolicy;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.memory.MemoryOrder;
import io.cdpsim.memory.Scope;
import io.cdpsim.ptx.form.Form;
import io.cdpsim.ptx.form.PtxType;
import io.cdpsim.ptx.syntax.IntegerLiteral;
import io.cdpsim.ptx.syntax.PtxOperand;

/** {@code cp.async}: a copy from global to shared memory, here done at once, so that there is nothing to wait for. */
final class AsyncCopyLowering {
    private final Code code;
    private final Operands operands;

    AsyncCopyLowering(Code code, Operands operands) {
        this.code = code;
        this.operands = operands;
    }

    void copy(Form form) {
        for (String modifier : form.modifiers()) {
            boolean known = switch (modifier) {
                case "async", "ca", "cg", "shared", "shared::cta", "global", "commit_group", "wait_group", "wait_all" ->
                    true;
                default -> modifier.startsWith("L2::");
            };
            if (!known) {
                throw form.refuse("has the modifier ." + modifier + ", which is not known here");
            }
        }
        if (!form.has("async")) {
            throw form.refuse("is a copy that is not known here");
        }
        if (form.has("commit_group") || form.has("wait_group") || form.has("wait_all")) {
            return;
        }
        PtxOperand.Address to = MemoryLowering.address(form, form.operand(0));
        PtxOperand.Address from = MemoryLowering.address(form, form.operand(1));
        if (!(form.operand(2) instanceof IntegerLiteral number)) {
            throw form.refuse("needs a number of bytes");
        }
        int words = (int) number.value() / Integer.BYTES;
        boolean allWords = words == 1 || words == 2 || words == 4;
        if (!allWords) {
            throw form.refuse("copies " + number.value() + " bytes; 4, 8 and 16 are known");
        }
        int target = base(form, to);
        int source = base(form, from);
        boolean hinted = form.has("L2::cache_hint");
        if (form.operands().size() > (hinted ? 4 : 3)) {
            copyPart(form, words, target, to.offset(), source, from.offset());
        } else {
            int first = code.function().newRow(false, words);
            code.emit(
                    Opcode.LOAD, first, source, Code.NONE, Code.NONE, access(StateSpace.GLOBAL, words, from.offset()));
            code.emit(Opcode.STORE, -1, target, first, Code.NONE, access(StateSpace.SHARED, words, to.offset()));
        }
    }

    /** Of so many bytes only the first are read; zeros stand for the rest. A predicate in their place means none if it holds. */
    private void copyPart(Form form, int words, int target, long to, int source, long from) {
        PtxOperand part = form.operand(3);
        int bytes;
        if (operands.isPredicate(part)) {
            int ignored = operands.truth(form, part);
            bytes = code.compute(
                    Opcode.SELECT,
                    false,
                    code.bits(0),
                    code.bits((long) words * Integer.BYTES),
                    ignored,
                    Modifiers.NONE);
        } else {
            bytes = operands.value(form, part, PtxType.U32);
        }
        int first = code.function().newRow(false, words);
        int outerGuard = code.guard();
        boolean outerNegated = code.isGuardNegated();
        for (int i = 0; i < words; i++) {
            int read = code.function().newPredicate();
            code.guard(outerGuard, outerNegated);
            code.emit(Opcode.MOV, first + i, code.bits(0), Code.NONE);
            code.unguarded();
            code.emit(
                    Opcode.COMPARE_U32,
                    read,
                    bytes,
                    code.bits((long) i * Integer.BYTES),
                    Code.NONE,
                    new Modifiers.Compare(Comparison.GREATER));
            code.guard(both(read, outerGuard, outerNegated), false);
            code.emit(
                    Opcode.LOAD,
                    first + i,
                    source,
                    Code.NONE,
                    Code.NONE,
                    access(StateSpace.GLOBAL, 1, from + (long) i * Integer.BYTES));
        }
        code.guard(outerGuard, outerNegated);
        code.emit(Opcode.STORE, -1, target, first, Code.NONE, access(StateSpace.SHARED, words, to));
    }

    private int both(int predicate, int guard, boolean negated) {
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

    private int base(Form form, PtxOperand.Address address) {
        return address.base() == null ? code.bits(0) : operands.value(form, address.base(), PtxType.U64);
    }

    private static Modifiers.Access access(StateSpace space, int words, long offset) {
        return new Modifiers.Access(
                space, ValueType.U32, words, CachePolicy.ALL, MemoryOrder.WEAK, Scope.BLOCK, offset);
    }
}
