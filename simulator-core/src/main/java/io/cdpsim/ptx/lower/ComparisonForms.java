package io.cdpsim.ptx.lower;

import static io.cdpsim.ptx.row.FormRow.row;

import io.cdpsim.kernel.code.Comparison;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.ptx.emit.Code;
import io.cdpsim.ptx.form.Form;
import io.cdpsim.ptx.form.PtxType;
import io.cdpsim.ptx.row.FormRow;
import io.cdpsim.ptx.row.FunctionEmitter;
import io.cdpsim.ptx.syntax.PtxOperand;
import java.util.ArrayList;
import java.util.List;

/** Comparisons, and selections by them. */
final class ComparisonForms {
    private static final String EQUALITY = ".eq|.ne";
    private static final String ORDER = ".eq|.ne|.lt|.le|.gt|.ge";
    private static final String UNSIGNED_ORDER = ORDER + "|.lo|.ls|.hi|.hs";
    private static final String FLOAT_ORDER = ORDER + "|.equ|.neu|.ltu|.leu|.gtu|.geu|.num|.nan";
    private static final int HALF_BITS = 16;

    static final List<FormRow> ROWS = rows();

    private ComparisonForms() {}

    private static List<FormRow> rows() {
        List<FormRow> rows = new ArrayList<>();
        Opcode[] s = {Opcode.COMPARE_S32, Opcode.COMPARE_S32, Opcode.COMPARE_S64};
        Opcode[] u = {Opcode.COMPARE_U32, Opcode.COMPARE_U32, Opcode.COMPARE_U64};
        for (String joined : List.of("", ".and|.or|.xor")) {
            String rest = ", a, b" + (joined.isEmpty() ? "" : ", {!}r");
            String results = " p{|q}" + rest;
            rows.add(row("setp" + EQUALITY + joined + ".b16|.b32|.b64" + results, ComparisonForms::setPredicate, u));
            rows.add(row("setp" + ORDER + joined + ".s16|.s32|.s64" + results, ComparisonForms::setPredicate, s));
            rows.add(row(
                    "setp" + UNSIGNED_ORDER + joined + ".u16|.u32|.u64" + results, ComparisonForms::setPredicate, u));
            rows.add(row(
                    "setp" + FLOAT_ORDER + joined + "{.ftz}.f32" + results,
                    ComparisonForms::setPredicate,
                    Opcode.COMPARE_F32));
            rows.add(row(
                    "setp" + FLOAT_ORDER + joined + ".f64" + results,
                    ComparisonForms::setPredicate,
                    Opcode.COMPARE_F64));
            for (String packed : List.of("", "x2")) {
                String halves = packed + (packed.isEmpty() ? " p" : " p|q") + rest;
                rows.add(row(
                        "setp" + FLOAT_ORDER + joined + "{.ftz}.f16" + halves,
                        ComparisonForms::setPredicate,
                        Opcode.COMPARE_F16));
                rows.add(row(
                        "setp" + FLOAT_ORDER + joined + ".bf16" + halves + " @sm_90",
                        ComparisonForms::setPredicate,
                        Opcode.COMPARE_BF16));
            }
        }
        for (String joined : List.of("", ".and|.or|.xor")) {
            String operands = " d, a, b" + (joined.isEmpty() ? "" : ", {!}p");
            String toAny = ".u32|.s32|.f32|.f16|.bf16";
            rows.add(row("set" + EQUALITY + joined + toAny + ".b16|.b32|.b64" + operands, ComparisonForms::set, u));
            rows.add(row("set" + ORDER + joined + toAny + ".s16|.s32|.s64" + operands, ComparisonForms::set, s));
            rows.add(row(
                    "set" + UNSIGNED_ORDER + joined + toAny + ".u16|.u32|.u64" + operands, ComparisonForms::set, u));
            rows.add(row(
                    "set" + FLOAT_ORDER + joined + "{.ftz}" + toAny + ".f32" + operands,
                    ComparisonForms::set,
                    Opcode.COMPARE_F32));
            rows.add(row(
                    "set" + FLOAT_ORDER + joined + toAny + ".f64" + operands,
                    ComparisonForms::set,
                    Opcode.COMPARE_F64));
            rows.add(row(
                    "set" + FLOAT_ORDER + joined + "{.ftz}.f16|.bf16|.u16|.s16|.u32|.s32.f16" + operands,
                    ComparisonForms::set,
                    Opcode.COMPARE_F16));
            rows.add(row(
                    "set" + FLOAT_ORDER + joined + ".bf16|.u16|.s16|.u32|.s32.bf16" + operands + " @sm_90",
                    ComparisonForms::set,
                    Opcode.COMPARE_BF16));
            rows.add(row(
                    "set" + FLOAT_ORDER + joined + "{.ftz}.f16x2|.u32|.s32.f16x2" + operands,
                    ComparisonForms::setHalves,
                    Opcode.COMPARE_F16));
            rows.add(row(
                    "set" + FLOAT_ORDER + joined + ".bf16x2|.u32|.s32.bf16x2" + operands + " @sm_90",
                    ComparisonForms::setHalves,
                    Opcode.COMPARE_BF16));
        }
        String any = ".b16|.b32|.b64|.u16|.u32|.u64|.s16|.s32|.s64|.f32|.f64";
        rows.add(row("selp" + any + " d, a, b, p", Opcode.SELECT));
        rows.add(row("slct" + any + ".s32 d, a, b, c", ComparisonForms::selectBySign, Opcode.COMPARE_S32));
        rows.add(row("slct{.ftz}" + any + ".f32 d, a, b, c", ComparisonForms::selectBySign, Opcode.COMPARE_F32));
        return List.copyOf(rows);
    }

    private static int compare(FunctionEmitter to, Form form, int a, int b) {
        int holds = to.code().function().newPredicate();
        to.code().emit(form.opcode(), holds, a, b, Code.NONE, form.modifiersOfOpcode());
        return holds;
    }

    private static void join(FunctionEmitter to, Form form, int destination, int holds, int joined) {
        Opcode opcode =
                form.has("and") ? Opcode.PREDICATE_AND : form.has("xor") ? Opcode.PREDICATE_XOR : Opcode.PREDICATE_OR;
        to.code().emit(opcode, destination, holds, joined == Code.NONE ? holds : joined);
    }

    /** A predicate, and where a second one is named its opposite, or the comparison of the upper halves. */
    private static void setPredicate(FunctionEmitter to, Form form) {
        Code code = to.code();
        if (!(form.operand(0) instanceof PtxOperand.Pair pair)) {
            if (form.count() == 3) {
                int destination = to.operands().predicateDestination(form, form.operand(0));
                int a = to.in(form, 1);
                code.emit(form.opcode(), destination, a, to.in(form, 2), Code.NONE, form.modifiersOfOpcode());
                return;
            }
            int joined = to.in(form, 3);
            int destination = to.operands().predicateDestination(form, form.operand(0));
            join(to, form, destination, compare(to, form, to.in(form, 1), to.in(form, 2)), joined);
            return;
        }
        int joined = to.inIfPresent(form, 3);
        int a = to.in(form, 1);
        int b = to.in(form, 2);
        int first;
        int second;
        if (form.type().isPacked()) {
            first = compare(to, form, lower(code, a), lower(code, b));
            second = compare(to, form, upper(code, a), upper(code, b));
        } else {
            first = compare(to, form, a, b);
            second = code.function().newPredicate();
            code.emit(Opcode.PREDICATE_NOT, second, first, Code.NONE);
        }
        int firstJoined = code.function().newPredicate();
        join(to, form, firstJoined, first, joined);
        // Written last: the predicate that is joined may be one of the two.
        join(to, form, to.operands().predicateDestination(form, pair.second()), second, joined);
        code.emit(
                Opcode.PREDICATE_OR, to.operands().predicateDestination(form, pair.first()), firstJoined, firstJoined);
    }

    /** All bits, or 1.0, where the comparison holds, else 0. */
    private static void set(FunctionEmitter to, Form form) {
        Code code = to.code();
        int holds = compare(to, form, to.in(form, 1), to.in(form, 2));
        if (form.count() > 3) {
            join(to, form, holds, holds, to.in(form, 3));
        }
        int one = code.bits(one(form.type(0)));
        to.write(form, Opcode.SELECT, one, code.bits(0), holds);
    }

    /** A result for each half. */
    private static void setHalves(FunctionEmitter to, Form form) {
        Code code = to.code();
        int joined = to.inIfPresent(form, 3);
        int a = to.in(form, 1);
        int b = to.in(form, 2);
        int first = compare(to, form, lower(code, a), lower(code, b));
        int second = compare(to, form, upper(code, a), upper(code, b));
        if (joined != Code.NONE) {
            join(to, form, first, first, joined);
            join(to, form, second, second, joined);
        }
        int one = code.bits(one(form.type(0)));
        int low = code.compute(Opcode.SELECT, false, one, code.bits(0), first, Modifiers.NONE);
        int high = code.compute(Opcode.SELECT, false, one, code.bits(0), second, Modifiers.NONE);
        int cut = code.compute(Opcode.CVT_TO_U16, false, low, Code.NONE);
        int shifted = code.compute(Opcode.SHL_B32, false, high, code.bits(HALF_BITS));
        code.emit(Opcode.OR_B32, to.out(form), shifted, cut);
    }

    private static long one(PtxType type) {
        return switch (type) {
            case F32 -> Float.floatToRawIntBits(1);
            case F16, F16X2 -> 0x3C00;
            case BF16, BF16X2 -> 0x3F80;
            default -> -1;
        };
    }

    private static int lower(Code code, int whole) {
        return code.compute(Opcode.CVT_TO_S16, false, whole, Code.NONE);
    }

    private static int upper(Code code, int whole) {
        return code.compute(Opcode.SHR_S32, false, whole, code.bits(HALF_BITS));
    }

    /** a where c is not negative, else b. */
    private static void selectBySign(FunctionEmitter to, Form form) {
        Code code = to.code();
        PtxType type = form.type(0);
        int holds = code.function().newPredicate();
        code.emit(
                form.opcode(),
                holds,
                to.in(form, 3),
                code.bits(0),
                Code.NONE,
                new Modifiers.Compare(Comparison.GREATER_OR_EQUAL, form.has("ftz")));
        int a = to.in(form, 1, type);
        to.write(form, Opcode.SELECT, a, to.in(form, 2, type), holds);
    }
}
