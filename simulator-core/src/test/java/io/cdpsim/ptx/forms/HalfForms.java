package io.cdpsim.ptx.forms;

import static io.cdpsim.ptx.forms.FormType.BF16;
import static io.cdpsim.ptx.forms.FormType.BF16X2;
import static io.cdpsim.ptx.forms.FormType.F16;
import static io.cdpsim.ptx.forms.FormType.F16X2;

import io.cdpsim.ptx.forms.ReferenceFloat.Mode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Half precision and bfloat16, one value or two adjacent. */
final class HalfForms {
    private final List<PtxForm> forms = new ArrayList<>();

    static List<PtxForm> all() {
        HalfForms made = new HalfForms();
        for (FormType type : List.of(F16, F16X2)) {
            for (String flush : List.of("", ".ftz")) {
                made.arithmetic(type, flush, "");
                made.arithmetic(type, flush, ".sat");
                made.extremes(type, flush);
                made.signs(type, flush);
                made.relu(type, flush);
            }
            made.functions(type, "");
        }
        for (FormType type : List.of(BF16, BF16X2)) {
            made.arithmetic(type, "", "");
            made.extremes(type, "");
            made.signs(type, "");
            made.relu(type, "");
            made.functions(type, ".ftz");
        }
        return made.forms;
    }

    private void add(String opcode, FormType type, int inputs, String flush, PtxForm.Alone meaning) {
        ReferenceFloat format = type.format();
        PtxForm.Alone one = flush.isEmpty()
                ? meaning
                : (a, b, c, e) ->
                        format.flushed(meaning.of(format.flushed(a), format.flushed(b), format.flushed(c), e));
        PtxForm.Alone whole = type.isPacked()
                ? (a, b, c, e) ->
                        one.of(a >>> 16, b >>> 16, c >>> 16, e) << 16 | one.of(a & 0xFFFF, b & 0xFFFF, c & 0xFFFF, e)
                : one;
        forms.add(PtxForm.of(
                opcode + "." + type.name().toLowerCase(Locale.ROOT),
                type,
                List.of(type, type, type).subList(0, inputs),
                whole));
    }

    private void arithmetic(FormType type, String flush, String limit) {
        ReferenceFloat format = type.format();
        String rest = ".rn" + flush + limit;
        add("add" + rest, type, 2, flush, (a, b, c, e) -> limited(format, limit, format.sum(a, b, Mode.RN)));
        add(
                "sub" + rest,
                type,
                2,
                flush,
                (a, b, c, e) -> limited(
                        format, limit, format.isNan(b) ? format.nan() : format.sum(a, b ^ format.sign(), Mode.RN)));
        add("mul" + rest, type, 2, flush, (a, b, c, e) -> limited(format, limit, format.product(a, b, Mode.RN)));
        add("fma" + rest, type, 3, flush, (a, b, c, e) -> limited(format, limit, format.fma(a, b, c, Mode.RN)));
    }

    private static long limited(ReferenceFloat format, String limit, long bits) {
        return limit.isEmpty() ? bits : format.saturated(bits);
    }

    private void relu(FormType type, String flush) {
        ReferenceFloat format = type.format();
        add("fma.rn" + flush + ".relu", type, 3, flush, (a, b, c, e) -> format.rectified(format.fma(a, b, c, Mode.RN)));
    }

    private void extremes(FormType type, String flush) {
        ReferenceFloat format = type.format();
        for (boolean least : new boolean[] {true, false}) {
            for (String nan : List.of("", ".NaN")) {
                for (String xor : List.of("", ".xorsign.abs")) {
                    add(
                            (least ? "min" : "max") + flush + nan + xor,
                            type,
                            2,
                            flush,
                            (a, b, c, e) -> FloatForms.extreme(format, a, b, least, !nan.isEmpty(), !xor.isEmpty()));
                }
            }
        }
    }

    private void signs(FormType type, String flush) {
        ReferenceFloat format = type.format();
        add("abs" + flush, type, 1, flush, (a, b, c, e) -> format.isNan(a) ? format.nan() : format.magnitude(a));
        add("neg" + flush, type, 1, flush, (a, b, c, e) -> format.isNan(a) ? format.nan() : a ^ format.sign());
    }

    private void functions(FormType type, String flush) {
        ReferenceFloat format = type.format();
        add("ex2.approx" + flush, type, 1, flush, (a, b, c, e) -> format.nearest(Math.pow(2, format.value(a))));
        forms.set(forms.size() - 1, forms.get(forms.size() - 1).within(1, 0, 0));
        add("tanh.approx", type, 1, "", (a, b, c, e) -> format.nearest(Math.tanh(format.value(a))));
        forms.set(forms.size() - 1, forms.get(forms.size() - 1).within(1, 0, 0));
    }
}
