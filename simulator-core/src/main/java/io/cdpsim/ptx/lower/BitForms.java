package io.cdpsim.ptx.lower;

import static io.cdpsim.ptx.row.FormRow.row;

import io.cdpsim.kernel.code.Comparison;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.ptx.emit.Code;
import io.cdpsim.ptx.form.Form;
import io.cdpsim.ptx.row.FormRow;
import io.cdpsim.ptx.row.FunctionEmitter;
import io.cdpsim.ptx.syntax.IntegerLiteral;
import io.cdpsim.ptx.syntax.PtxOperand;
import java.util.List;

/** Logic, shifts, bit fields and bytes. */
final class BitForms {
    private static final int BYTE = 255;

    static final List<FormRow> ROWS = List.of(
            // The result on sign-extended values is sign-extended.
            row("and.b16|.b32|.b64 d, a, b", Opcode.AND_B32, Opcode.AND_B32, Opcode.AND_B64),
            row("and.pred p, q, r", Opcode.PREDICATE_AND),
            row("or.b16|.b32|.b64 d, a, b", Opcode.OR_B32, Opcode.OR_B32, Opcode.OR_B64),
            row("or.pred p, q, r", Opcode.PREDICATE_OR),
            row("xor.b16|.b32|.b64 d, a, b", Opcode.XOR_B32, Opcode.XOR_B32, Opcode.XOR_B64),
            row("xor.pred p, q, r", Opcode.PREDICATE_XOR),
            row("not.b16|.b32|.b64 d, a", Opcode.NOT_B32, Opcode.NOT_B32, Opcode.NOT_B64),
            row("not.pred p, q", Opcode.PREDICATE_NOT),
            row(
                    "cnot.b16|.b32|.b64 d, a",
                    BitForms::isZero,
                    Opcode.COMPARE_U32,
                    Opcode.COMPARE_U32,
                    Opcode.COMPARE_U64),
            row("lop3.b32 d, a, b, c, imm", BitForms::lookup, Opcode.LOP3_B32),
            row(
                    "lop3.or|.and.b32 d|p, a, b, c, imm, {!}q @sm_70",
                    BitForms::lookupAndTest,
                    Opcode.PREDICATE_OR,
                    Opcode.PREDICATE_AND),
            row("shl.b16 d:s16, a, b:u32", Opcode.SHL_B32),
            row("shl.b32|.b64 d, a, b:u32", Opcode.SHL_B32, Opcode.SHL_B64),
            row("shr.b16|.u16 d:s16, a:u16, b:u32", Opcode.SHR_U32),
            row("shr.s16 d:s16, a, b:u32", Opcode.SHR_S32),
            row(
                    "shr.b32|.u32|.s32|.b64|.u64|.s64 d, a, b:u32",
                    Opcode.SHR_U32,
                    Opcode.SHR_U32,
                    Opcode.SHR_S32,
                    Opcode.SHR_U64,
                    Opcode.SHR_U64,
                    Opcode.SHR_S64),
            row("shf.l.clamp|.wrap.b32 d, a, b, c", Opcode.SHF_LEFT_B32, Opcode.SHF_LEFT_B32),
            row("shf.r.clamp|.wrap.b32 d, a, b, c", Opcode.SHF_RIGHT_B32, Opcode.SHF_RIGHT_B32),
            row("popc.b32|.b64 d:u32, a", Opcode.POPC_B32, Opcode.POPC_B64),
            row("clz.b32|.b64 d:u32, a", Opcode.CLZ_B32, Opcode.CLZ_B64),
            row("brev.b32|.b64 d, a", Opcode.BREV_B32, Opcode.BREV_B64),
            row(
                    "bfind{.shiftamt}.u32|.s32|.u64|.s64 d:u32, a",
                    Opcode.BFIND_U32,
                    Opcode.BFIND_S32,
                    Opcode.BFIND_U64,
                    Opcode.BFIND_S64),
            row("fns.b32 d, a, b, c", Opcode.FNS_B32),
            row(
                    "bfe.u32|.s32|.u64|.s64 d, a, b:u32, c:u32",
                    Opcode.BFE_U32,
                    Opcode.BFE_S32,
                    Opcode.BFE_U64,
                    Opcode.BFE_S64),
            row("bfi.b32|.b64 d, a, b, c:u32, e:u32", BitForms::insert, Opcode.BFI_B32, Opcode.BFI_B64),
            row("bmsk.clamp|.wrap.b32 d, a, b @sm_70", Opcode.BMSK_B32, Opcode.BMSK_B32),
            row("szext.clamp|.wrap.u32|.s32 d, a, b @sm_70", Opcode.SZEXT_U32, Opcode.SZEXT_S32),
            row("prmt.b32{.f4e,.b4e,.rc8,.ecl,.ecr,.rc16} d, a, b, c", Opcode.PRMT_B32));

    private BitForms() {}

    private static void isZero(FunctionEmitter to, Form form) {
        Code code = to.code();
        int holds = code.function().newPredicate();
        int zero = code.bits(0);
        code.compare(form.opcode(), holds, to.in(form, 1), Comparison.EQUAL, zero);
        to.write(form, Opcode.SELECT, code.bits(1), zero, holds);
    }

    private static Modifiers.Lookup table(Form form) {
        if (!(form.operand(4) instanceof IntegerLiteral table)) {
            throw form.refuseAt(form.operand(4).at(), "needs an integer constant as its table");
        }
        return new Modifiers.Lookup((int) table.value() & BYTE);
    }

    private static void lookup(FunctionEmitter to, Form form) {
        to.write(form, Opcode.LOP3_B32, to.in(form, 1), to.in(form, 2), to.in(form, 3), table(form));
    }

    /** The second result is whether the first is not 0, combined with a predicate. */
    private static void lookupAndTest(FunctionEmitter to, Form form) {
        Code code = to.code();
        PtxOperand.Pair results = (PtxOperand.Pair) form.operand(0);
        int joined = to.in(form, 5);
        int result = code.compute(Opcode.LOP3_B32, false, to.in(form, 1), to.in(form, 2), to.in(form, 3), table(form));
        int holds = code.function().newPredicate();
        code.compare(Opcode.COMPARE_U32, holds, result, Comparison.NOT_EQUAL, code.bits(0));
        code.emit(form.opcode(), to.operands().predicateDestination(form, results.second()), holds, joined);
        code.move(to.operands().destination(form, results.first()), result);
    }

    /** The opcode takes position and length in one register, 8 bits each. An H100 cuts them to 8 bits only for {@code .b32}. */
    private static void insert(FunctionEmitter to, Form form) {
        Code code = to.code();
        Opcode limit = form.type().isWide() ? Opcode.MIN_U32 : Opcode.AND_B32;
        int position = code.compute(limit, false, to.in(form, 3), code.bits(BYTE));
        int length = code.compute(limit, false, to.in(form, 4), code.bits(BYTE));
        int upper = code.compute(Opcode.SHL_B32, false, length, code.bits(8));
        int field = code.compute(Opcode.OR_B32, false, position, upper);
        to.write(form, form.opcode(), to.in(form, 1), to.in(form, 2), field);
    }
}
