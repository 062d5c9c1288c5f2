package io.cdpsim.ptx.video;

import static io.cdpsim.ptx.row.FormRow.row;

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

/**
 * Video instructions, of one value and of two or four in a register. GPUs since Maxwell have none of them but emulate them in several integer
 * instructions, as is done here. Scalar ones are computed with 64 bits, which hold the 34 bits of PTX's intermediate results. An H100 leaves
 * PTX in some corners, and these forms follow it: an unsigned result saturates only at 0, the part {@code .h1} of a result takes the upper half of
 * the value, a shift to the left wraps at 34 bits before it saturates, and {@code vmad} sign-extends whole registers.
 */
public final class VideoForms {
    private static final String SIGNS = ".u32|.s32";
    private static final String SECONDARY = ".add|.min|.max";
    private static final String COMPARISONS = ".eq|.ne|.lt|.le|.gt|.ge";
    private static final int WORD = 32;
    private static final int INTERMEDIATE = 34;

    /** The rows, in the order of the documentation. */
    public static final List<FormRow> ROWS = rows();

    private VideoForms() {}

    private static List<FormRow> rows() {
        List<FormRow> rows = new ArrayList<>();
        addRows(rows, "vadd", Opcode.ADD_I64, Opcode.ADD_I32);
        addRows(rows, "vsub", Opcode.SUB_I64, Opcode.SUB_I32);
        addRows(rows, "vabsdiff", Opcode.ABS_S64, Opcode.ABS_S32);
        addRows(rows, "vmin", Opcode.MIN_S64, Opcode.MIN_S32);
        addRows(rows, "vmax", Opcode.MAX_S64, Opcode.MAX_S32);
        for (String lanes : List.of("2", "4")) {
            rows.add(row(
                    "vavrg" + lanes + SIGNS + SIGNS + SIGNS + "{.sat}{.add} d, a:b32, b:b32, c:b32",
                    VideoForms::lanes,
                    Opcode.SHR_S32));
            rows.add(row(
                    "vset" + lanes + SIGNS + SIGNS + COMPARISONS + "{.add} d, a:b32, b:b32, c:b32",
                    VideoForms::lanes,
                    Opcode.COMPARE_S32));
        }
        rows.add(row(
                "vset" + SIGNS + SIGNS + COMPARISONS + " d, a:b32, b:b32{, c:b32}",
                VideoForms::scalar,
                Opcode.COMPARE_S64));
        rows.add(row(
                "vset" + SIGNS + SIGNS + COMPARISONS + SECONDARY + " d, a:b32, b:b32, c:b32",
                VideoForms::scalar,
                Opcode.COMPARE_S64));
        for (String shift : List.of("vshl", "vshr")) {
            String types = shift + SIGNS + SIGNS + ".u32{.sat}.clamp|.wrap";
            Opcode opcode = shift.equals("vshl") ? Opcode.SHL_B64 : Opcode.SHR_S64;
            rows.add(row(types + " d, a:b32, b:b32{, c:b32}", VideoForms::scalar, opcode));
            rows.add(row(types + SECONDARY + " d, a:b32, b:b32, c:b32", VideoForms::scalar, opcode));
        }
        rows.add(row(
                "vmad" + SIGNS + SIGNS + SIGNS + "{.po}{.sat}{.shr7,.shr15} d, a:b32, b:b32, c:b32",
                VideoForms::multiplyAdd));
        return List.copyOf(rows);
    }

    private static void addRows(List<FormRow> rows, String name, Opcode wide, Opcode ofLanes) {
        String types = SIGNS + SIGNS + SIGNS + "{.sat}";
        rows.add(row(name + types + " d, a:b32, b:b32{, c:b32}", VideoForms::scalar, wide));
        rows.add(row(name + types + SECONDARY + " d, a:b32, b:b32, c:b32", VideoForms::scalar, wide));
        for (String lanes : List.of("2", "4")) {
            rows.add(row(name + lanes + types + "{.add} d, a:b32, b:b32, c:b32", VideoForms::lanes, ofLanes));
        }
    }

    private static boolean isVset(Form form) {
        return form.instruction().opcode().base().startsWith("vset");
    }

    /** The types of a and b come last; {@code vset} has no result type. */
    private static PtxType typeOf(Form form, int operand) {
        int types = form.choice().types().size();
        return form.type(isVset(form) ? operand - 1 : Math.min(operand, types - 1));
    }

    private static boolean isSignedResult(Form form) {
        // Of the comparisons, the one of whole words compares its result with c as the first operand's type says.
        boolean isOfParts = isVset(form) && !form.instruction().opcode().base().equals("vset");
        return !isOfParts && form.type(0).isSigned();
    }

    /** The selector after a dot, such as {@code h0} of {@code %r1.h0}; empty if there is none. */
    private static String part(Form form, int index) {
        return plain(form, index) instanceof PtxOperand.Name name ? name.component() : "";
    }

    private static PtxOperand plain(Form form, int index) {
        return form.operand(index) instanceof PtxOperand.Minus minus ? minus.value() : form.operand(index);
    }

    private static int bits(String part) {
        return part.isEmpty() ? WORD : part.startsWith("h") ? 16 : 8;
    }

    private static int from(String part) {
        return part.isEmpty() ? 0 : (part.charAt(1) - '0') * bits(part);
    }

    private static int extract(Code code, int word, int from, int bits, boolean isSigned) {
        return bits == WORD
                ? word
                : code.compute(
                        isSigned ? Opcode.BFE_S32 : Opcode.BFE_U32,
                        false,
                        word,
                        code.bits(from),
                        code.bits(bits),
                        Modifiers.NONE);
    }

    /** An operand's part with 64 bits. */
    private static int wide(FunctionEmitter to, Form form, int index) {
        boolean isSigned = typeOf(form, index).isSigned();
        String part = part(form, index);
        int word = to.operands().value(form, plain(form, index), PtxType.B32);
        int value = extract(to.code(), word, from(part), bits(part), isSigned);
        return to.code().compute(isSigned ? Opcode.CVT_S32_TO_S64 : Opcode.CVT_U32_TO_U64, true, value, Code.NONE);
    }

    private static void scalar(FunctionEmitter to, Form form) {
        Code code = to.code();
        boolean joins = form.has("add") || form.has("min") || form.has("max");
        // Where the whole of d is written, nothing of a fourth operand is left.
        if (!joins && !part(form, 0).isEmpty() && form.count() == 3) {
            throw form.refuse("needs a fourth operand where a part of the first is written");
        }
        int a = wide(to, form, 1);
        int result = switch (form.opcode()) {
            case SHL_B64 -> intermediate(code, code.compute(Opcode.SHL_B64, true, a, distance(to, form)));
            case SHR_S64 -> code.compute(form.opcode(), true, a, distance(to, form));
            case ABS_S64 -> {
                int difference = code.compute(Opcode.SUB_I64, true, a, wide(to, form, 2));
                yield code.compute(Opcode.ABS_S64, true, difference, Code.NONE);
            }
            case COMPARE_S64 -> {
                int holds = code.function().newPredicate();
                code.emit(form.opcode(), holds, a, wide(to, form, 2), Code.NONE, form.modifiersOfOpcode());
                yield code.compute(Opcode.SELECT, true, code.bits(1), code.bits(0), holds, Modifiers.NONE);
            }
            default -> code.compute(form.opcode(), true, a, wide(to, form, 2));
        };
        String target = part(form, 0);
        if (form.has("sat")) {
            result = limited(code, form, result, bits(target));
        }
        boolean isExtreme = form.has("min") || form.has("max");
        boolean keepsWord = form.opcode() == Opcode.ADD_I64 || form.opcode() == Opcode.SUB_I64;
        if (isExtreme && form.opcode() == Opcode.SHR_S64 && !isSignedResult(form)) {
            result = extremeOfShift(code, form, result, to.in(form, 3));
        }
        if (isExtreme && isSignedResult(form) && !keepsWord) {
            int c = code.compute(Opcode.CVT_S32_TO_S64, true, to.in(form, 3), Code.NONE);
            result = code.compute(form.has("min") ? Opcode.MIN_S64 : Opcode.MAX_S64, true, result, c);
        }
        int word = code.compute(Opcode.CVT_I64_TO_I32, false, result, Code.NONE);
        if (target.equals("h1")) {
            int upper = code.compute(Opcode.SHR_U32, false, word, code.bits(16));
            to.write(form, Opcode.BFI_B32, upper, to.in(form, 3), code.bits(16 | 16 << 8));
        } else if (!target.isEmpty()) {
            to.write(form, Opcode.BFI_B32, word, to.in(form, 3), code.bits(from(target) | bits(target) << 8));
        } else if (form.has("add")) {
            to.write(form, Opcode.ADD_I32, word, to.in(form, 3), Code.NONE);
        } else if (isExtreme && form.opcode() != Opcode.SHR_S64 && (keepsWord || !isSignedResult(form))) {
            to.write(form, extreme(form), word, to.in(form, 3), Code.NONE);
        } else {
            code.move(to.out(form), word);
        }
    }

    /** The 34 bits of a shift to the left, as a signed number: a bit beyond them is lost (measurements/forms). */
    private static int intermediate(Code code, int value) {
        int unused = code.bits(Long.SIZE - INTERMEDIATE);
        int upper = code.compute(Opcode.SHL_B64, true, value, unused);
        return code.compute(Opcode.SHR_S64, true, upper, unused);
    }

    /** A negative value, and one with bit 31 that was saturated, counts as larger than any c (measurements/forms). */
    private static int extremeOfShift(Code code, Form form, int value, int c) {
        int compared = value;
        if (form.has("sat")) {
            int word = code.compute(Opcode.CVT_I64_TO_I32, false, value, Code.NONE);
            compared = code.compute(Opcode.CVT_S32_TO_S64, true, word, Code.NONE);
        }
        int other = code.compute(Opcode.CVT_U32_TO_U64, true, c, Code.NONE);
        return code.compute(form.has("min") ? Opcode.MIN_U64 : Opcode.MAX_U64, true, compared, other);
    }

    private static Opcode extreme(Form form) {
        return isSignedResult(form)
                ? (form.has("min") ? Opcode.MIN_S32 : Opcode.MAX_S32)
                : form.has("min") ? Opcode.MIN_U32 : Opcode.MAX_U32;
    }

    /** A part of a register takes a negative value as a large one (measurements/forms); a shift does not. */
    private static int limited(Code code, Form form, int value, int bits) {
        if (form.opcode() == Opcode.SHL_B64 && bits == WORD) {
            return saturated(code, value, WORD, isSignedResult(form));
        }
        if (!isSignedResult(form)) {
            return code.compute(Opcode.MAX_S64, true, value, code.bits(0));
        }
        return bits < WORD && form.opcode() != Opcode.SHL_B64 && form.opcode() != Opcode.SHR_S64
                ? code.compute(Opcode.MIN_U64, true, value, code.bits((1L << (bits - 1)) - 1))
                : saturated(code, value, bits, true);
    }

    private static int distance(FunctionEmitter to, Form form) {
        Code code = to.code();
        String part = part(form, 2);
        int distance = extract(code, to.in(form, 2), from(part), bits(part), false);
        return form.has("clamp")
                ? code.compute(Opcode.MIN_U32, false, distance, code.bits(WORD))
                : code.compute(Opcode.AND_B32, false, distance, code.bits(WORD - 1));
    }

    /** Saturates to an integer of so many bits. */
    private static int saturated(Code code, int value, int bits, boolean isSigned) {
        long most = isSigned ? (1L << (bits - 1)) - 1 : (1L << bits) - 1;
        int least = code.bits(isSigned ? -most - 1 : 0);
        return code.compute(Opcode.MIN_S64, true, code.compute(Opcode.MAX_S64, true, value, least), code.bits(most));
    }

    private static void multiplyAdd(FunctionEmitter to, Form form) {
        Code code = to.code();
        boolean negatesProduct =
                form.operand(1) instanceof PtxOperand.Minus != form.operand(2) instanceof PtxOperand.Minus;
        boolean negatesAddend = form.operand(3) instanceof PtxOperand.Minus;
        boolean isSigned = typeOf(form, 1).isSigned() || typeOf(form, 2).isSigned() || negatesProduct || negatesAddend;
        int product = code.compute(Opcode.MUL_I64, true, factor(to, form, 1), factor(to, form, 2));
        int word = to.operands().value(form, plain(form, 3), PtxType.B32);
        int c = code.compute(Opcode.CVT_S32_TO_S64, true, word, Code.NONE);
        int sum = negatesProduct
                ? code.compute(Opcode.SUB_I64, true, c, product)
                : code.compute(negatesAddend ? Opcode.SUB_I64 : Opcode.ADD_I64, true, product, c);
        if (form.has("po")) {
            sum = code.compute(Opcode.ADD_I64, true, sum, code.bits(1));
        }
        int scale = form.has("shr7") ? 7 : form.has("shr15") ? 15 : 0;
        if (scale > 0) {
            sum = code.compute(isSigned ? Opcode.SHR_S64 : Opcode.SHR_U64, true, sum, code.bits(scale));
        }
        if (form.has("sat")) {
            sum = scale > 0 && !isSigned
                    ? code.compute(Opcode.MIN_U64, true, sum, code.bits(0xFFFFFFFFL))
                    : saturated(code, sum, WORD, isSigned);
        }
        code.emit(Opcode.CVT_I64_TO_I32, to.out(form), sum, Code.NONE);
    }

    private static int factor(FunctionEmitter to, Form form, int index) {
        return part(form, index).isEmpty()
                ? to.code()
                        .compute(
                                Opcode.CVT_S32_TO_S64,
                                true,
                                to.operands().value(form, plain(form, index), PtxType.B32),
                                Code.NONE)
                : wide(to, form, index);
    }

    /** Two or four lanes, each selected from a or b; lanes that the mask of d omits keep the value of c. */
    private static void lanes(FunctionEmitter to, Form form) {
        Code code = to.code();
        int count = form.instruction().opcode().base().endsWith("2") ? 2 : 4;
        int bits = WORD / count;
        int[] words = {to.in(form, 1), to.in(form, 2)};
        String ofA = selection(form, 1, count == 2 ? "10" : "3210");
        String ofB = selection(form, 2, count == 2 ? "32" : "7654");
        String mask = selection(form, 0, count == 2 ? "10" : "3210");
        int result = to.in(form, 3);
        for (int lane = 0; lane < count; lane++) {
            if (mask.indexOf('0' + lane) < 0) {
                continue;
            }
            int a = lane(code, words, ofA, lane, bits, typeOf(form, 1).isSigned());
            int b = lane(code, words, ofB, lane, bits, typeOf(form, 2).isSigned());
            int value = operation(code, form, a, b);
            if (form.has("sat")) {
                boolean isSigned = isSignedResult(form);
                int most = isSigned ? (1 << (bits - 1)) - 1 : (1 << bits) - 1;
                value = code.compute(Opcode.MAX_S32, false, value, code.bits(isSigned ? -most - 1 : 0));
                value = code.compute(Opcode.MIN_S32, false, value, code.bits(most));
            }
            result = form.has("add")
                    ? code.compute(Opcode.ADD_I32, false, result, value)
                    : code.compute(
                            Opcode.BFI_B32,
                            false,
                            value,
                            result,
                            code.bits((long) lane * bits | bits << 8),
                            Modifiers.NONE);
        }
        code.move(to.out(form), result);
    }

    private static String selection(Form form, int index, String otherwise) {
        String part = part(form, index);
        return part.isEmpty() ? otherwise : part.substring(1);
    }

    private static int lane(Code code, int[] words, String selection, int lane, int bits, boolean isSigned) {
        int count = WORD / bits;
        int chosen = selection.charAt(selection.length() - 1 - lane) - '0';
        return extract(code, words[chosen / count], chosen % count * bits, bits, isSigned);
    }

    private static int operation(Code code, Form form, int a, int b) {
        return switch (form.opcode()) {
            case ABS_S32 -> {
                int difference = code.compute(Opcode.SUB_I32, false, a, b);
                yield code.compute(Opcode.ABS_S32, false, difference, Code.NONE);
            }
            case SHR_S32 -> {
                // An average is rounded away from zero.
                int sum = code.compute(Opcode.ADD_I32, false, a, b);
                int sign = code.compute(Opcode.SHR_S32, false, sum, code.bits(WORD - 1));
                int more = code.compute(Opcode.ADD_I32, false, sum, code.bits(1));
                int rounded = code.compute(Opcode.ADD_I32, false, more, sign);
                yield code.compute(Opcode.SHR_S32, false, rounded, code.bits(1));
            }
            case COMPARE_S32 -> {
                int holds = code.function().newPredicate();
                code.emit(form.opcode(), holds, a, b, Code.NONE, form.modifiersOfOpcode());
                yield code.compute(Opcode.SELECT, false, code.bits(1), code.bits(0), holds, Modifiers.NONE);
            }
            default -> code.compute(form.opcode(), false, a, b);
        };
    }
}
