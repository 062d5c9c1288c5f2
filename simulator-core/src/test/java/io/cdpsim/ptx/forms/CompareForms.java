package io.cdpsim.ptx.forms;

import static io.cdpsim.ptx.forms.FormType.B32;
import static io.cdpsim.ptx.forms.FormType.TRUTH;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Comparisons and choices. */
final class CompareForms {
    private static final List<String> ORDERED = List.of("eq", "ne", "lt", "le", "gt", "ge");
    private static final List<String> UNORDERED = List.of("equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan");

    private final List<PtxForm> forms = new ArrayList<>();

    static List<PtxForm> all() {
        CompareForms made = new CompareForms();
        for (String word : List.of("u16", "s16", "u32", "s32", "u64", "s64", "f16", "bf16", "f32", "f64")) {
            made.comparisons(word, FormType.of(word), "");
            made.choices(word, FormType.of(word));
        }
        made.comparisons("f32", FormType.F32, ".ftz");
        made.comparisons("f16", FormType.F16, ".ftz");
        for (String word : List.of("b16", "b32", "b64")) {
            made.compare("eq", word, FormType.of(word), "");
            made.compare("ne", word, FormType.of(word), "");
        }
        for (String word : List.of("u16", "u32", "u64")) {
            for (String unsigned : List.of("lo", "ls", "hi", "hs")) {
                made.compare(unsigned, word, FormType.of(word), "");
            }
        }
        made.halves(FormType.F16X2);
        made.halves(FormType.BF16X2);
        made.predicates();
        return made.forms;
    }

    /** Comparisons of bits, and sets from halves, that the recorded bits do not have. */
    static List<PtxForm> more() {
        CompareForms made = new CompareForms();
        for (String word : List.of("b16", "b32", "b64")) {
            FormType type = FormType.of(word);
            made.joinedBits("ne", word, type);
            made.set("ne", word, type, "", "u32", -1);
            made.set("eq", word, type, "", "f32", Float.floatToRawIntBits(1));
        }
        for (FormType type : List.of(FormType.F16, FormType.BF16)) {
            String word = type.name().toLowerCase(Locale.ROOT);
            made.set("ge", word, type, "", word, (int) type.format().one());
            made.set("ltu", word, type, "", "u32", -1);
            made.set("num", word, type, "", "s16", 0xFFFF);
            made.joinedBits("gtu", word, type);
        }
        made.set("gt", "f16", FormType.F16, ".ftz", "s32", -1);
        made.joinedHalves(FormType.F16X2);
        made.joinedHalves(FormType.BF16X2);
        return made.forms;
    }

    private void joinedBits(String comparison, String word, FormType type) {
        String opcode = "setp." + comparison + ".xor." + word;
        forms.add(PtxForm.of(
                opcode,
                "setp.ne.u32 %r, %c, 0; " + opcode + " %p, %a, %b, !%r; selp.u32 %d, 1, 0, %p;",
                B32,
                List.of(type, type, TRUTH),
                (a, b, c, e) -> holds(comparison, type, a, b, "") != (c == 0) ? 1 : 0));
    }

    private void joinedHalves(FormType type) {
        String word = type.name().toLowerCase(Locale.ROOT);
        FormType half = type == FormType.F16X2 ? FormType.F16 : FormType.BF16;
        String opcode = "set.le.xor." + word + "." + word;
        long one = type.format().one();
        forms.add(PtxForm.of(
                opcode,
                "setp.ne.u32 %r, %c, 0; " + opcode + " %d, %a, %b, %r;",
                type,
                List.of(type, type, TRUTH),
                (a, b, c, e) -> (holds("le", half, a & 0xFFFF, b & 0xFFFF, "") != (c != 0) ? one : 0)
                        | (holds("le", half, a >>> 16, b >>> 16, "") != (c != 0) ? one << 16 : 0)));
    }

    private static boolean holds(String comparison, FormType type, long a, long b, String flush) {
        Integer order = order(type, a, b, flush);
        if (order == null) {
            return comparison.equals("nan") || (UNORDERED.contains(comparison) && !comparison.equals("num"));
        }
        return switch (comparison) {
            case "eq", "equ" -> order == 0;
            case "ne", "neu" -> order != 0;
            case "lt", "ltu", "lo" -> order < 0;
            case "le", "leu", "ls" -> order <= 0;
            case "gt", "gtu", "hi" -> order > 0;
            case "ge", "geu", "hs" -> order >= 0;
            default -> comparison.equals("num");
        };
    }

    /** Null of what has no order. */
    private static Integer order(FormType type, long a, long b, String flush) {
        if (!type.isFloat()) {
            return type.isSigned()
                    ? Long.compare(type.number(a), type.number(b))
                    : Long.compareUnsigned(type.cut(a), type.cut(b));
        }
        ReferenceFloat format = type.format();
        long x = flush.isEmpty() ? a : format.flushed(a);
        long y = flush.isEmpty() ? b : format.flushed(b);
        if (format.isNan(x) || format.isNan(y)) {
            return null;
        }
        return Long.compare(
                format.isNegative(x) ? -format.magnitude(x) : format.magnitude(x),
                format.isNegative(y) ? -format.magnitude(y) : format.magnitude(y));
    }

    private void compare(String comparison, String word, FormType type, String flush) {
        String opcode = "setp." + comparison + flush + "." + word;
        forms.add(PtxForm.of(
                opcode,
                opcode + " %p, %a, %b; selp.u32 %d, 1, 0, %p;",
                B32,
                List.of(type, type),
                (a, b, c, e) -> holds(comparison, type, a, b, flush) ? 1 : 0));
    }

    private void comparisons(String word, FormType type, String flush) {
        List<String> all = new ArrayList<>(ORDERED);
        if (type.isFloat()) {
            all.addAll(UNORDERED);
        }
        for (String comparison : all) {
            compare(comparison, word, type, flush);
        }
        for (String join : List.of("and", "or", "xor")) {
            if (type != FormType.F16 && type != FormType.BF16) {
                joined(word, type, flush, join);
            }
        }
        if (type.bits() >= 32) {
            set("ge", word, type, flush, "u32", -1);
            set("ge", word, type, flush, "s32", -1);
            set("ge", word, type, flush, "f32", Float.floatToRawIntBits(1));
        }
    }

    private void joined(String word, FormType type, String flush, String join) {
        String opcode = "setp.lt." + join + flush + "." + word;
        String body = "setp.ne.u32 %r, %c, 0; " + opcode
                + " %p|%q, %a, %b, %r; selp.u32 %d, 1, 0, %p; @%q add.u32 %d, %d, 2;";
        forms.add(PtxForm.of(opcode, body, B32, List.of(type, type, TRUTH), (a, b, c, e) -> {
            boolean less = holds("lt", type, a, b, flush);
            return (join(join, less, c != 0) ? 1L : 0L) + (join(join, !less, c != 0) ? 2L : 0L);
        }));
        String same = "setp.ne.u32 %p, %c, 0; " + opcode
                + " %p|%q, %a, %b, !%p; selp.u32 %d, 1, 0, %p; @%q add.u32 %d, %d, 2;";
        forms.add(PtxForm.of(opcode + " of its own result", same, B32, List.of(type, type, TRUTH), (a, b, c, e) -> {
            boolean less = holds("lt", type, a, b, flush);
            return (join(join, less, c == 0) ? 1L : 0L) + (join(join, !less, c == 0) ? 2L : 0L);
        }));
    }

    private static boolean join(String join, boolean x, boolean y) {
        return switch (join) {
            case "and" -> x && y;
            case "or" -> x || y;
            default -> x != y;
        };
    }

    private void set(String comparison, String word, FormType type, String flush, String to, int one) {
        String opcode = "set." + comparison + flush + "." + to + "." + word;
        forms.add(PtxForm.of(
                opcode,
                FormType.of(to),
                List.of(type, type),
                (a, b, c, e) -> holds(comparison, type, a, b, flush) ? one & 0xFFFFFFFFL : 0));
        String joined = "set.ne.and" + flush + "." + to + "." + word;
        forms.add(PtxForm.of(
                joined,
                "setp.ne.u32 %r, %c, 0; " + joined + " %d, %a, %b, %r;",
                FormType.of(to),
                List.of(type, type, TRUTH),
                (a, b, c, e) -> holds("ne", type, a, b, flush) && c != 0 ? one & 0xFFFFFFFFL : 0));
    }

    private void choices(String word, FormType type) {
        if (type == FormType.F16 || type == FormType.BF16) {
            return;
        }
        forms.add(PtxForm.of(
                "selp." + word,
                "setp.ne.u32 %p, %c, 0; selp." + word + " %d, %a, %b, %p;",
                type,
                List.of(type, type, TRUTH),
                (a, b, c, e) -> c != 0 ? a : b));
        forms.add(PtxForm.of(
                "slct." + word + ".s32",
                type,
                List.of(type, type, FormType.S32),
                (a, b, c, e) -> FormType.S32.number(c) >= 0 ? a : b));
        for (String flush : List.of("", ".ftz")) {
            forms.add(PtxForm.of(
                    "slct" + flush + "." + word + ".f32",
                    type,
                    List.of(type, type, FormType.F32),
                    (a, b, c, e) -> holds("ge", FormType.F32, c, 0, flush) ? a : b));
        }
    }

    private void halves(FormType type) {
        String word = type.name().toLowerCase(Locale.ROOT);
        FormType half = type == FormType.F16X2 ? FormType.F16 : FormType.BF16;
        for (String comparison : List.of("lt", "ne", "geu", "nan")) {
            String opcode = "setp." + comparison + "." + word;
            forms.add(PtxForm.of(
                    opcode,
                    opcode + " %p|%q, %a, %b; selp.u32 %d, 1, 0, %p; @%q add.u32 %d, %d, 2;",
                    B32,
                    List.of(type, type),
                    (a, b, c, e) -> (holds(comparison, half, a & 0xFFFF, b & 0xFFFF, "") ? 1 : 0)
                            + (holds(comparison, half, a >>> 16, b >>> 16, "") ? 2 : 0)));
            String joined = "setp." + comparison + ".or." + word;
            forms.add(PtxForm.of(
                    joined,
                    "setp.ne.u32 %r, %c, 0; " + joined
                            + " %p|%q, %a, %b, %r; selp.u32 %d, 1, 0, %p; @%q add.u32 %d, %d, 2;",
                    B32,
                    List.of(type, type, TRUTH),
                    (a, b, c, e) -> c != 0
                            ? 3
                            : (holds(comparison, half, a & 0xFFFF, b & 0xFFFF, "") ? 1 : 0)
                                    + (holds(comparison, half, a >>> 16, b >>> 16, "") ? 2 : 0)));
            String set = "set." + comparison + "." + word + "." + word;
            long one = type.format().one();
            forms.add(PtxForm.of(
                    set,
                    type,
                    List.of(type, type),
                    (a, b, c, e) -> (holds(comparison, half, a & 0xFFFF, b & 0xFFFF, "") ? one : 0)
                            | (holds(comparison, half, a >>> 16, b >>> 16, "") ? one << 16 : 0)));
        }
    }

    private void predicates() {
        for (String logic : List.of("and", "or", "xor")) {
            forms.add(PtxForm.of(
                    logic + ".pred",
                    "setp.ne.u32 %p, %a, 0; setp.ne.u32 %q, %b, 0; " + logic
                            + ".pred %r, %p, %q; selp.u32 %d, 1, 0, %r;",
                    B32,
                    List.of(TRUTH, TRUTH),
                    (a, b, c, e) -> join(logic, a != 0, b != 0) ? 1 : 0));
        }
        forms.add(PtxForm.of(
                "not.pred",
                "setp.ne.u32 %p, %a, 0; not.pred %q, %p; selp.u32 %d, 1, 0, %q;",
                B32,
                List.of(TRUTH),
                (a, b, c, e) -> 1 - a));
        forms.add(PtxForm.of(
                "mov.pred",
                "setp.ne.u32 %p, %a, 0; mov.pred %q, %p; selp.u32 %d, 1, 0, %q;",
                B32,
                List.of(TRUTH),
                (a, b, c, e) -> a));
    }
}
