package io.cdpsim.ptx.lower;

import static io.cdpsim.ptx.row.FormRow.row;

import io.cdpsim.kernel.code.Comparison;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.ptx.emit.Code;
import io.cdpsim.ptx.form.Form;
import io.cdpsim.ptx.row.FormRow;
import io.cdpsim.ptx.row.FunctionEmitter;
import java.util.List;

/**
 * Integer arithmetic. A value of 16 bits is kept sign-extended in a register of 32, computed there and sign-extended again ({@code d:s16});
 * where its upper bits count, they are cleared first ({@code a:u16}).
 */
final class IntegerForms {
    static final List<FormRow> ROWS = List.of(
            row("add.u16|.s16 d:s16, a, b", Opcode.ADD_I32),
            row("add.u32|.s32|.u64|.s64 d, a, b", Opcode.ADD_I32, Opcode.ADD_I32, Opcode.ADD_I64, Opcode.ADD_I64),
            row("add.u16x2|.s16x2 d, a, b @sm_90", Opcode.ADD_I16X2),
            row("add.sat.s32 d, a, b", Opcode.ADD_SAT_S32),
            row("sub.u16|.s16 d:s16, a, b", Opcode.SUB_I32),
            row("sub.u32|.s32|.u64|.s64 d, a, b", Opcode.SUB_I32, Opcode.SUB_I32, Opcode.SUB_I64, Opcode.SUB_I64),
            row("sub.sat.s32 d, a, b", Opcode.SUB_SAT_S32),
            row("add.cc.u32|.s32|.u64|.s64 d, a, b", IntegerForms::carry),
            row("addc{.cc}.u32|.s32|.u64|.s64 d, a, b", IntegerForms::carry),
            row("sub.cc.u32|.s32|.u64|.s64 d, a, b", IntegerForms::carry),
            row("subc{.cc}.u32|.s32|.u64|.s64 d, a, b", IntegerForms::carry),
            row("mul.lo.u16|.s16 d:s16, a, b", Opcode.MUL_I32),
            row("mul.lo.u32|.s32|.u64|.s64 d, a, b", Opcode.MUL_I32, Opcode.MUL_I32, Opcode.MUL_I64, Opcode.MUL_I64),
            row("mul.hi.u16 d:s16, a:u16, b:u16", IntegerForms::upperHalf),
            row("mul.hi.s16 d:s16, a, b", IntegerForms::upperHalf),
            row(
                    "mul.hi.u32|.s32|.u64|.s64 d, a, b",
                    Opcode.MULHI_U32,
                    Opcode.MULHI_S32,
                    Opcode.MULHI_U64,
                    Opcode.MULHI_S64),
            row("mul.wide.u16 d:u32, a:u16, b:u16", Opcode.MUL_I32),
            row("mul.wide.s16 d:s32, a, b", Opcode.MUL_I32),
            row("mul.wide.u32|.s32 d:u64, a, b", Opcode.MUL_WIDE_U32, Opcode.MUL_WIDE_S32),
            row("mad.lo.u16 d:s16, a:u16, b:u16, c", Opcode.MAD_I32),
            row("mad.lo.s16 d:s16, a, b, c", Opcode.MAD_I32),
            row("mad.lo.u32|.s32|.u64|.s64 d, a, b, c", Opcode.MAD_I32, Opcode.MAD_I32, Opcode.MAD_I64, Opcode.MAD_I64),
            row("mad.hi.u16 d:s16, a:u16, b:u16, c", IntegerForms::upperHalf),
            row("mad.hi.s16 d:s16, a, b, c", IntegerForms::upperHalf),
            row(
                    "mad.hi.u32|.s32|.u64|.s64 d, a, b, c",
                    Opcode.MADHI_U32,
                    Opcode.MADHI_S32,
                    Opcode.MADHI_U64,
                    Opcode.MADHI_S64),
            row("mad.hi.sat.s32 d, a, b, c", IntegerForms::saturatedSum, Opcode.MULHI_S32),
            row("mad.wide.u16 d:u32, a:u16, b:u16, c:u32", Opcode.MAD_I32),
            row("mad.wide.s16 d:s32, a, b, c:s32", Opcode.MAD_I32),
            row("mad.wide.u32|.s32 d:u64, a, b, c:s64", Opcode.MAD_WIDE_U32, Opcode.MAD_WIDE_S32),
            row(
                    "mad.lo.cc.u32|.s32|.u64|.s64 d, a, b, c",
                    IntegerForms::carry,
                    Opcode.MUL_I32,
                    Opcode.MUL_I32,
                    Opcode.MUL_I64,
                    Opcode.MUL_I64),
            row(
                    "mad.hi.cc.u32|.s32|.u64|.s64 d, a, b, c",
                    IntegerForms::carry,
                    Opcode.MULHI_U32,
                    Opcode.MULHI_S32,
                    Opcode.MULHI_U64,
                    Opcode.MULHI_S64),
            row(
                    "madc.lo{.cc}.u32|.s32|.u64|.s64 d, a, b, c",
                    IntegerForms::carry,
                    Opcode.MUL_I32,
                    Opcode.MUL_I32,
                    Opcode.MUL_I64,
                    Opcode.MUL_I64),
            row(
                    "madc.hi{.cc}.u32|.s32|.u64|.s64 d, a, b, c",
                    IntegerForms::carry,
                    Opcode.MULHI_U32,
                    Opcode.MULHI_S32,
                    Opcode.MULHI_U64,
                    Opcode.MULHI_S64),
            row("mul24.lo.u32|.s32 d, a, b", Opcode.MUL24_LO_U32, Opcode.MUL24_LO_S32),
            row("mul24.hi.u32|.s32 d, a, b", Opcode.MUL24_HI_U32, Opcode.MUL24_HI_S32),
            row("mad24.lo.u32|.s32 d, a, b, c", Opcode.MAD24_LO_U32, Opcode.MAD24_LO_S32),
            row("mad24.hi.u32|.s32 d, a, b, c", Opcode.MAD24_HI_U32, Opcode.MAD24_HI_S32),
            row("mad24.hi.sat.s32 d, a, b, c", IntegerForms::saturatedSum, Opcode.MUL24_HI_S32),
            row("sad.u16 d:s16, a:u16, b:u16, c", Opcode.SAD_U32),
            row("sad.s16 d:s16, a, b, c", Opcode.SAD_S32),
            row("sad.u32|.s32|.u64|.s64 d, a, b, c", Opcode.SAD_U32, Opcode.SAD_S32, Opcode.SAD_U64, Opcode.SAD_S64),
            row("div.u16 d:s16, a:u16, b:u16", Opcode.DIV_U32),
            row("div.s16 d:s16, a, b", Opcode.DIV_S32),
            row("div.u32|.s32|.u64|.s64 d, a, b", Opcode.DIV_U32, Opcode.DIV_S32, Opcode.DIV_U64, Opcode.DIV_S64),
            row("rem.u16 d:s16, a:u16, b:u16", Opcode.REM_U32),
            row("rem.s16 d:s16, a, b", Opcode.REM_S32),
            row("rem.u32|.s32|.u64|.s64 d, a, b", Opcode.REM_U32, Opcode.REM_S32, Opcode.REM_U64, Opcode.REM_S64),
            row("abs.s16 d:s16, a", Opcode.ABS_S32),
            row("abs.s32|.s64 d, a", Opcode.ABS_S32, Opcode.ABS_S64),
            row("neg.s16 d:s16, a", Opcode.NEG_I32),
            row("neg.s32|.s64 d, a", Opcode.NEG_I32, Opcode.NEG_I64),
            // Sign-extended values without a sign keep their order.
            row("min.u16|.s16 d:s16, a, b", Opcode.MIN_U32, Opcode.MIN_S32),
            row("min.u32|.s32|.u64|.s64 d, a, b", Opcode.MIN_U32, Opcode.MIN_S32, Opcode.MIN_U64, Opcode.MIN_S64),
            row("min.u16x2 d, a, b @sm_90", Opcode.MIN_U16X2),
            row("min{.relu}.s16x2 d, a, b @sm_90", Opcode.MIN_S16X2),
            row("min.relu.s32 d, a, b @sm_90", Opcode.MIN_S32),
            row("max.u16|.s16 d:s16, a, b", Opcode.MAX_U32, Opcode.MAX_S32),
            row("max.u32|.s32|.u64|.s64 d, a, b", Opcode.MAX_U32, Opcode.MAX_S32, Opcode.MAX_U64, Opcode.MAX_S64),
            row("max.u16x2 d, a, b @sm_90", Opcode.MAX_U16X2),
            row("max{.relu}.s16x2 d, a, b @sm_90", Opcode.MAX_S16X2),
            row("max.relu.s32 d, a, b @sm_90", Opcode.MAX_S32),
            row("dp4a.u32|.s32.u32|.s32 d, a, b, c:b32", Opcode.DP4A_B32, Opcode.DP4A_B32),
            row("dp2a.lo|.hi.u32|.s32.u32|.s32 d, a, b, c:b32", Opcode.DP2A_B32));

    private IntegerForms() {}

    /** The upper half of a product of 16 bits, and a sum with it. */
    private static void upperHalf(FunctionEmitter to, Form form) {
        Code code = to.code();
        int a = to.in(form, 1);
        int b = to.in(form, 2);
        int c = to.inIfPresent(form, 3);
        int product = code.compute(Opcode.MUL_I32, false, a, b);
        if (c == Code.NONE) {
            to.write(form, Opcode.SHR_S32, product, code.bits(16), Code.NONE);
        } else {
            int high = code.compute(Opcode.SHR_S32, false, product, code.bits(16));
            to.write(form, Opcode.ADD_I32, high, c, Code.NONE);
        }
    }

    private static void saturatedSum(FunctionEmitter to, Form form) {
        int a = to.in(form, 1);
        int b = to.in(form, 2);
        int high = to.code().compute(form.opcode(), false, a, b);
        to.write(form, Opcode.ADD_SAT_S32, high, to.in(form, 3), Code.NONE);
    }

    /**
     * Sums and differences of long numbers, with a predicate as the condition code: the carry of a sum, and of a difference that it borrows
     * nothing, as on an H100 (O-4 of the rulebook). A product comes first where there are three operands.
     */
    private static void carry(FunctionEmitter to, Form form) {
        Code code = to.code();
        boolean wide = form.type().isWide();
        String base = form.instruction().opcode().base();
        boolean adds = !base.startsWith("sub");
        boolean takesCarry = base.endsWith("c");
        int a = to.in(form, 1);
        int b = to.in(form, 2);
        if (form.count() > 3) {
            a = code.compute(form.opcode(), wide, a, b);
            b = to.in(form, 3);
        }
        Opcode operation = adds ? (wide ? Opcode.ADD_I64 : Opcode.ADD_I32) : (wide ? Opcode.SUB_I64 : Opcode.SUB_I32);
        int destination = to.out(form);
        int first = code.compute(operation, wide, a, b);
        int before = code.function().newPredicate();
        compare(code, form, before, adds ? first : a, adds ? a : b);
        int result = first;
        int after = before;
        if (takesCarry) {
            int one = code.compute(
                    Opcode.SELECT, wide, code.bits(adds ? 1 : 0), code.bits(adds ? 0 : 1), to.carry(), Modifiers.NONE);
            result = code.compute(operation, wide, first, one);
            after = code.function().newPredicate();
            compare(code, form, after, adds ? result : first, adds ? first : one);
        }
        code.move(destination, result);
        if (form.has("cc")) {
            code.emit(adds ? Opcode.PREDICATE_OR : Opcode.PREDICATE_AND, to.carry(), before, after);
        }
    }

    /** A sum that is below an operand carries; a difference of an operand that is not below the other borrows nothing. */
    private static void compare(Code code, Form form, int predicate, int a, int b) {
        boolean adds = !form.instruction().opcode().base().startsWith("sub");
        Opcode opcode = form.type().isWide() ? Opcode.COMPARE_U64 : Opcode.COMPARE_U32;
        code.compare(opcode, predicate, a, adds ? Comparison.LESS : Comparison.GREATER_OR_EQUAL, b);
    }
}
