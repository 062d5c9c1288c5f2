package io.cdpsim.ptx.lower;

import static io.cdpsim.ptx.row.FormRow.row;

import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.ptx.emit.Code;
import io.cdpsim.ptx.form.Form;
import io.cdpsim.ptx.form.PtxType;
import io.cdpsim.ptx.row.FormRow;
import io.cdpsim.ptx.row.FunctionEmitter;
import io.cdpsim.ptx.syntax.IntegerLiteral;
import java.util.List;

/** Memory that a function allocates on its stack while it runs: above its frame, up to where the frames of functions that it calls start. */
final class StackForms {
    private static final int ALIGNMENT = 16;

    static final List<FormRow> ROWS = List.of(
            row("alloca.u32|.u64 d, a{, imm} @sm_52", StackForms::allocate, Opcode.ADD_I64),
            row("stacksave.u32|.u64 d @sm_52", StackForms::save),
            row("stackrestore.u32|.u64 a @sm_52", StackForms::restore));

    private StackForms() {}

    private static void allocate(FunctionEmitter to, Form form) {
        Code code = to.code();
        int top = to.calls().stackTop();
        int bytes = wide(to, form, 1);
        int destination = to.out(form);
        int alignment = form.count() > 2 && form.operand(2) instanceof IntegerLiteral number ? (int) number.value() : 1;
        if (Integer.bitCount(alignment) != 1) {
            throw form.refuse("aligns to " + alignment + " bytes; use a power of two");
        }
        int start = alignment > ALIGNMENT ? up(code, top, alignment) : top;
        int end = up(code, code.compute(Opcode.ADD_I64, true, start, bytes), ALIGNMENT);
        write(to, form, destination, start);
        code.move(top, end);
    }

    private static int up(Code code, int place, int alignment) {
        int sum = code.compute(Opcode.ADD_I64, true, place, code.bits(alignment - 1L));
        return code.compute(Opcode.AND_B64, true, sum, code.bits(-(long) alignment));
    }

    private static void save(FunctionEmitter to, Form form) {
        write(to, form, to.out(form), to.calls().stackTop());
    }

    private static void restore(FunctionEmitter to, Form form) {
        to.code().move(to.calls().stackTop(), wide(to, form, 0));
    }

    private static int wide(FunctionEmitter to, Form form, int index) {
        PtxType register = to.operands().registerType(form.operand(index));
        int value = to.operands().value(form, form.operand(index), PtxType.U64);
        boolean isNarrow = register != null && !register.isWide();
        return isNarrow ? to.code().compute(Opcode.CVT_U32_TO_U64, true, value, Code.NONE) : value;
    }

    private static void write(FunctionEmitter to, Form form, int destination, int place) {
        PtxType register = to.operands().registerType(form.operand(0));
        if (register != null && !register.isWide()) {
            to.code().emit(Opcode.CVT_I64_TO_I32, destination, place, Code.NONE);
        } else {
            to.code().move(destination, place);
        }
    }
}
