package io.cdpsim.ptx.lower;

import io.cdpsim.kernel.code.Comparison;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.ptx.form.Form;
import io.cdpsim.ptx.form.PtxType;
import io.cdpsim.ptx.syntax.PtxOperand;
import org.jspecify.annotations.Nullable;

/** Comparisons, and what is chosen by them. */
final class CompareLowering {
    private final Code code;
    private final Operands operands;
    private final HalvesLowering halves;

    private static final String[] KNOWN = {
        "eq", "ne", "lt", "le", "gt", "ge", "lo", "ls", "hi", "hs", "equ", "neu", "ltu", "leu", "gtu", "geu", "num",
        "nan", "and", "or", "xor", "ftz"
    };

    CompareLowering(Code code, Operands operands) {
        this.code = code;
        this.operands = operands;
        halves = new HalvesLowering(code);
    }

    /** {@code setp}: a predicate, and its opposite where a second one is named. */
    void setPredicate(Form form) {
        form.allows(KNOWN);
        PtxType type = form.type();
        Opcode join = join(form);
        int joined = join == null ? Code.NONE : operands.truth(form, form.operand(3));
        if (!(form.operand(0) instanceof PtxOperand.Pair pair)) {
            write(operands.predicateDestination(form, form.operand(0)), compared(form, type), join, joined);
            return;
        }
        int first;
        int second;
        if (isPacked(type)) {
            int a = operands.value(form, form.operand(1), type);
            int b = operands.value(form, form.operand(2), type);
            first = ofHalf(form, type, halves.lower(a), halves.lower(b));
            second = ofHalf(form, type, halves.upper(a), halves.upper(b));
        } else {
            first = compared(form, type);
            second = code.function().newPredicate();
            code.emit(Opcode.PREDICATE_NOT, second, first, Code.NONE);
        }
        int firstJoined = code.function().newPredicate();
        write(firstJoined, first, join, joined);
        // Written last: the predicate that is joined may be one of the two.
        write(operands.predicateDestination(form, pair.second()), second, join, joined);
        write(operands.predicateDestination(form, pair.first()), firstJoined, null, Code.NONE);
    }

    private static boolean isPacked(PtxType type) {
        return type == PtxType.F16X2 || type == PtxType.BF16X2;
    }

    private static PtxType half(PtxType type) {
        return type == PtxType.F16X2 ? PtxType.F16 : PtxType.BF16;
    }

    private int ofHalf(Form form, PtxType type, int a, int b) {
        int holds = code.function().newPredicate();
        compare(form, half(type), holds, a, b);
        return holds;
    }

    /** {@code cnot}: 1 where the operand is 0, else 0. */
    void isZero(Form form) {
        PtxType type = form.type();
        int holds = code.function().newPredicate();
        code.emit(
                type.isWide() ? Opcode.COMPARE_U64 : Opcode.COMPARE_U32,
                holds,
                operands.value(form, form.operand(1), type),
                code.bits(0),
                Code.NONE,
                new Modifiers.Compare(Comparison.EQUAL));
        code.emit(
                Opcode.SELECT,
                operands.destination(form, form.operand(0)),
                code.bits(1),
                code.bits(0),
                holds,
                Modifiers.NONE);
    }

    /** {@code lop3} that also says whether its result is not 0, joined with a predicate. */
    void lookup(Form form, PtxOperand.Pair pair, Modifiers.Lookup table) {
        Opcode join = join(form);
        int joined = join == null ? Code.NONE : operands.truth(form, form.operand(5));
        int result = code.compute(
                Opcode.LOP3_B32,
                false,
                operands.value(form, form.operand(1), PtxType.B32),
                operands.value(form, form.operand(2), PtxType.B32),
                operands.value(form, form.operand(3), PtxType.B32),
                table);
        int holds = code.function().newPredicate();
        code.emit(
                Opcode.COMPARE_U32,
                holds,
                result,
                code.bits(0),
                Code.NONE,
                new Modifiers.Compare(Comparison.NOT_EQUAL));
        write(operands.predicateDestination(form, pair.second()), holds, join, joined);
        code.move(operands.destination(form, pair.first()), result);
    }

    private void write(int destination, int holds, @Nullable Opcode join, int joined) {
        if (join == null) {
            code.emit(Opcode.PREDICATE_OR, destination, holds, holds);
        } else {
            code.emit(join, destination, holds, joined);
        }
    }

    /** {@code setp} with one predicate and nothing to join, which is one instruction. */
    void setOnePredicate(Form form) {
        form.allows(KNOWN);
        compare(form, form.type(), operands.predicateDestination(form, form.operand(0)));
    }

    boolean isPlain(Form form) {
        return join(form) == null && !(form.operand(0) instanceof PtxOperand.Pair);
    }

    private int compared(Form form, PtxType type) {
        int holds = code.function().newPredicate();
        compare(form, type, holds);
        return holds;
    }

    private void compare(Form form, PtxType type, int predicate) {
        compare(
                form,
                type,
                predicate,
                operands.value(form, form.operand(1), type),
                operands.value(form, form.operand(2), type));
    }

    private void compare(Form form, PtxType type, int predicate, int a, int b) {
        Comparison comparison = comparison(form, type);
        code.emit(opcode(form, type), predicate, a, b, Code.NONE, new Modifiers.Compare(comparison, form.has("ftz")));
    }

    private Opcode opcode(Form form, PtxType type) {
        boolean unsigned = type.isUnsigned() || form.has("lo") || form.has("ls") || form.has("hi") || form.has("hs");
        return switch (type) {
            case F32 -> Opcode.COMPARE_F32;
            case F64 -> Opcode.COMPARE_F64;
            case F16 -> Opcode.COMPARE_F16;
            case BF16 -> Opcode.COMPARE_BF16;
            case F16X2, BF16X2 -> throw form.refuse("compares two halves but has no room for two results");
            default ->
                type.isWide()
                        ? (unsigned ? Opcode.COMPARE_U64 : Opcode.COMPARE_S64)
                        : (unsigned ? Opcode.COMPARE_U32 : Opcode.COMPARE_S32);
        };
    }

    private static Comparison comparison(Form form, PtxType type) {
        for (String modifier : form.modifiers()) {
            Comparison comparison = switch (modifier) {
                case "eq" -> Comparison.EQUAL;
                case "ne" -> type.isFloat() ? Comparison.LESS_OR_GREATER : Comparison.NOT_EQUAL;
                case "lt", "lo" -> Comparison.LESS;
                case "le", "ls" -> Comparison.LESS_OR_EQUAL;
                case "gt", "hi" -> Comparison.GREATER;
                case "ge", "hs" -> Comparison.GREATER_OR_EQUAL;
                case "equ" -> Comparison.EQUAL_OR_UNORDERED;
                case "neu" -> Comparison.NOT_EQUAL;
                case "ltu" -> Comparison.LESS_OR_UNORDERED;
                case "leu" -> Comparison.LESS_EQUAL_OR_UNORDERED;
                case "gtu" -> Comparison.GREATER_OR_UNORDERED;
                case "geu" -> Comparison.GREATER_EQUAL_OR_UNORDERED;
                case "num" -> Comparison.ORDERED;
                case "nan" -> Comparison.UNORDERED;
                default -> null;
            };
            if (comparison != null) {
                return comparison;
            }
        }
        throw form.refuse("names no comparison");
    }

    private static @Nullable Opcode join(Form form) {
        return form.has("and")
                ? Opcode.PREDICATE_AND
                : form.has("or") ? Opcode.PREDICATE_OR : form.has("xor") ? Opcode.PREDICATE_XOR : null;
    }

    /** {@code set}: all bits, or 1.0, where the comparison holds, else 0. */
    void set(Form form) {
        PtxType type = form.type();
        PtxType result = form.typeFromEnd(1);
        form.allows(KNOWN);
        if (isPacked(type)) {
            setHalves(form, type, result);
            return;
        }
        int holds = compared(form, type);
        Opcode join = join(form);
        if (join != null) {
            code.emit(join, holds, holds, operands.truth(form, form.operand(3)));
        }
        long one = one(result);
        code.emit(
                Opcode.SELECT,
                operands.destination(form, form.operand(0)),
                code.bits(one),
                code.bits(0),
                holds,
                Modifiers.NONE);
    }

    private static long one(PtxType type) {
        return switch (type) {
            case F32 -> Float.floatToRawIntBits(1);
            case F16, F16X2 -> 0x3C00;
            case BF16, BF16X2 -> 0x3F80;
            default -> -1;
        };
    }

    /** {@code set} of two halves: a result each. */
    private void setHalves(Form form, PtxType type, PtxType result) {
        if (form.types() > 2 || result.bits() != 32 || result == PtxType.F32) {
            throw form.refuse("names types that are not known here");
        }
        Opcode join = join(form);
        int joined = join == null ? Code.NONE : operands.truth(form, form.operand(3));
        int a = operands.value(form, form.operand(1), type);
        int b = operands.value(form, form.operand(2), type);
        int first = ofHalf(form, type, halves.lower(a), halves.lower(b));
        int second = ofHalf(form, type, halves.upper(a), halves.upper(b));
        if (join != null) {
            code.emit(join, first, first, joined);
            code.emit(join, second, second, joined);
        }
        int one = code.bits(one(result));
        int lower = code.compute(Opcode.SELECT, false, one, code.bits(0), first, Modifiers.NONE);
        int upper = code.compute(Opcode.SELECT, false, one, code.bits(0), second, Modifiers.NONE);
        halves.join(operands.destination(form, form.operand(0)), upper, lower);
    }

    /** {@code selp}. */
    void select(Form form) {
        PtxType type = form.type();
        int truth = operands.truth(form, form.operand(3));
        int a = operands.value(form, form.operand(1), type);
        int b = operands.value(form, form.operand(2), type);
        code.emit(Opcode.SELECT, operands.destination(form, form.operand(0)), a, b, truth, Modifiers.NONE);
    }

    /** {@code slct}: a where c is not negative, else b. */
    void selectBySign(Form form) {
        PtxType condition = form.type();
        PtxType type = form.typeFromEnd(1);
        int c = operands.value(form, form.operand(3), condition);
        int holds = code.function().newPredicate();
        code.emit(
                condition == PtxType.F32 ? Opcode.COMPARE_F32 : Opcode.COMPARE_S32,
                holds,
                c,
                code.bits(0),
                Code.NONE,
                new Modifiers.Compare(Comparison.GREATER_OR_EQUAL, form.has("ftz")));
        int a = operands.value(form, form.operand(1), type);
        int b = operands.value(form, form.operand(2), type);
        code.emit(Opcode.SELECT, operands.destination(form, form.operand(0)), a, b, holds, Modifiers.NONE);
    }
}
