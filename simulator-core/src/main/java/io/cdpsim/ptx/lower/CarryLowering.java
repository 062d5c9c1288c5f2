package io.cdpsim.ptx.lower;

import io.cdpsim.kernel.code.Comparison;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.ptx.form.Form;
import io.cdpsim.ptx.form.PtxType;

/** Sums and differences of long numbers: what {@code add.cc} leaves over is kept in a predicate, which {@code addc} takes up. */
final class CarryLowering {
    private final Code code;
    private final Operands operands;
    private int carry = -1;

    CarryLowering(Code code, Operands operands) {
        this.code = code;
        this.operands = operands;
    }

    private int carry() {
        if (carry < 0) {
            carry = code.function().newPredicate();
        }
        return carry;
    }

    void run(Form form, boolean adds, boolean takesCarry) {
        PtxType type = form.type();
        form.allows("cc");
        sum(
                form,
                type,
                operands.value(form, form.operand(1), type),
                operands.value(form, form.operand(2), type),
                adds,
                takesCarry);
    }

    void multiplyAdd(Form form, boolean takesCarry) {
        PtxType type = form.type();
        form.allows("cc", "lo", "hi");
        Opcode product = form.has("hi")
                ? type.isWide()
                        ? (type.isSigned() ? Opcode.MULHI_S64 : Opcode.MULHI_U64)
                        : (type.isSigned() ? Opcode.MULHI_S32 : Opcode.MULHI_U32)
                : type.isWide() ? Opcode.MUL_I64 : Opcode.MUL_I32;
        int a = code.compute(
                product,
                type.isWide(),
                operands.value(form, form.operand(1), type),
                operands.value(form, form.operand(2), type));
        sum(form, type, a, operands.value(form, form.operand(3), type), true, takesCarry);
    }

    private void sum(Form form, PtxType type, int a, int b, boolean adds, boolean takesCarry) {
        boolean wide = type.isWide();
        Opcode operation = adds ? (wide ? Opcode.ADD_I64 : Opcode.ADD_I32) : (wide ? Opcode.SUB_I64 : Opcode.SUB_I32);
        int destination = operands.destination(form, form.operand(0));
        int first = code.compute(operation, wide, a, b);
        int before = code.function().newPredicate();
        compare(wide, before, adds ? first : a, adds ? a : b);
        int result = first;
        int after = -1;
        if (takesCarry) {
            int one = code.compute(Opcode.SELECT, wide, code.bits(1), code.bits(0), carry(), Modifiers.NONE);
            result = code.compute(operation, wide, first, one);
            after = code.function().newPredicate();
            compare(wide, after, adds ? result : first, adds ? first : one);
        }
        code.move(destination, result);
        if (form.has("cc")) {
            code.emit(Opcode.PREDICATE_OR, carry(), before, after < 0 ? before : after);
        }
    }

    private void compare(boolean wide, int predicate, int a, int b) {
        code.emit(
                wide ? Opcode.COMPARE_U64 : Opcode.COMPARE_U32,
                predicate,
                a,
                b,
                Code.NONE,
                new Modifiers.Compare(Comparison.LESS));
    }
}
