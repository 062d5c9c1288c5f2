package io.cdpsim.ptx.forms;

import static io.cdpsim.ptx.forms.FormType.F32;
import static io.cdpsim.ptx.forms.FormType.F64;

import io.cdpsim.ptx.forms.ReferenceFloat.Mode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleUnaryOperator;

/** Single and double precision: one rounding of the exact number, then what the modifiers say. */
final class FloatForms {
    private final List<PtxForm> forms = new ArrayList<>();

    static List<PtxForm> all() {
        FloatForms made = new FloatForms();
        for (Mode mode : Mode.values()) {
            for (String flush : List.of("", ".ftz")) {
                for (String limit : List.of("", ".sat")) {
                    made.arithmetic(F32, mode, flush, limit);
                }
                made.quotients(F32, mode, flush);
            }
            made.arithmetic(F64, mode, "", "");
            made.quotients(F64, mode, "");
        }
        made.extremes();
        made.signs();
        made.approximations();
        made.classes();
        return made.forms;
    }

    private static List<FormType> times(FormType type, int count) {
        return List.of(type, type, type).subList(0, count);
    }

    /** An exact form with its modifiers round it. */
    private void add(String opcode, FormType type, int inputs, String flush, String limit, PtxForm.Alone meaning) {
        ReferenceFloat format = type.format();
        forms.add(PtxForm.of(opcode, type, times(type, inputs), (a, b, c, e) -> {
            boolean flushes = !flush.isEmpty();
            long result = flushes
                    ? format.flushed(meaning.of(format.flushed(a), format.flushed(b), format.flushed(c), e))
                    : meaning.of(a, b, c, e);
            return limit.isEmpty() ? result : format.saturated(result);
        }));
    }

    private void arithmetic(FormType type, Mode mode, String flush, String limit) {
        ReferenceFloat format = type.format();
        String rest = "." + mode.name().toLowerCase(Locale.ROOT) + flush + limit + "."
                + type.name().toLowerCase(Locale.ROOT);
        add("add" + rest, type, 2, flush, limit, (a, b, c, e) -> format.sum(a, b, mode));
        add(
                "sub" + rest,
                type,
                2,
                flush,
                limit,
                (a, b, c, e) -> format.isNan(b) ? format.nan() : format.sum(a, b ^ format.sign(), mode));
        add("mul" + rest, type, 2, flush, limit, (a, b, c, e) -> format.product(a, b, mode));
        add("fma" + rest, type, 3, flush, limit, (a, b, c, e) -> format.fma(a, b, c, mode));
        if (flush.isEmpty() && limit.isEmpty()) {
            add("mad" + rest, type, 3, flush, limit, (a, b, c, e) -> format.fma(a, b, c, mode));
        }
    }

    private void quotients(FormType type, Mode mode, String flush) {
        ReferenceFloat format = type.format();
        String rest = "." + mode.name().toLowerCase(Locale.ROOT) + flush + "."
                + type.name().toLowerCase(Locale.ROOT);
        add("div" + rest, type, 2, flush, "", (a, b, c, e) -> format.quotient(a, b, mode));
        add("rcp" + rest, type, 1, flush, "", (a, b, c, e) -> format.quotient(format.one(), a, mode));
        add("sqrt" + rest, type, 1, flush, "", (a, b, c, e) -> format.root(a, mode));
    }

    /** The lesser or the greater of two: a zero with a sign is less, a number wins over a NaN unless .NaN stands there. */
    static long extreme(ReferenceFloat format, long a, long b, boolean least, boolean nan, boolean xor) {
        if (format.isNan(a) || format.isNan(b)) {
            boolean both = format.isNan(a) && format.isNan(b);
            long number = format.isNan(a) ? b : a;
            if (nan || both) {
                return format.nan();
            }
            return xor ? format.magnitude(number) | ((a ^ b) & format.sign()) : number;
        }
        if (xor) {
            long x = format.magnitude(a);
            long y = format.magnitude(b);
            return (least ? Math.min(x, y) : Math.max(x, y)) | ((a ^ b) & format.sign());
        }
        long x = format.isNegative(a) ? -1 - format.magnitude(a) : format.magnitude(a);
        long y = format.isNegative(b) ? -1 - format.magnitude(b) : format.magnitude(b);
        return x <= y == least ? a : b;
    }

    private void extremes() {
        for (boolean least : new boolean[] {true, false}) {
            String opcode = least ? "min" : "max";
            for (String flush : List.of("", ".ftz")) {
                for (String nan : List.of("", ".NaN")) {
                    for (String xor : List.of("", ".xorsign.abs")) {
                        add(
                                opcode + flush + nan + xor + ".f32",
                                F32,
                                2,
                                flush,
                                "",
                                (a, b, c, e) ->
                                        extreme(ReferenceFloat.F32, a, b, least, !nan.isEmpty(), !xor.isEmpty()));
                    }
                }
            }
            add(
                    opcode + ".f64",
                    F64,
                    2,
                    "",
                    "",
                    (a, b, c, e) -> extreme(ReferenceFloat.F64, a, b, least, false, false));
        }
    }

    private void signs() {
        for (FormType type : List.of(F32, F64)) {
            ReferenceFloat format = type.format();
            String word = "." + type.name().toLowerCase(Locale.ROOT);
            for (String flush : type == F32 ? List.of("", ".ftz") : List.of("")) {
                add("abs" + flush + word, type, 1, flush, "", (a, b, c, e) -> format.magnitude(a));
                add("neg" + flush + word, type, 1, flush, "", (a, b, c, e) -> a ^ format.sign());
            }
            add("copysign" + word, type, 2, "", "", (a, b, c, e) -> format.magnitude(b) | (a & format.sign()));
        }
    }

    private void approximation(String opcode, DoubleUnaryOperator function, long fromDefinition, double absolute) {
        ReferenceFloat format = ReferenceFloat.F32;
        for (String flush : opcode.equals("tanh") ? List.of("") : List.of("", ".ftz")) {
            String full = opcode + ".approx" + flush + ".f32";
            add(full, F32, 1, flush, "", (a, b, c, e) -> format.nearest(function.applyAsDouble(format.value(a))));
            forms.set(forms.size() - 1, forms.get(forms.size() - 1).within(fromDefinition, 0, absolute));
        }
    }

    /** The bounds are those of the PTX documentation; the bits are those of hardware. */
    private void approximations() {
        approximation("rcp", x -> 1 / x, 1, 0);
        approximation("sqrt", Math::sqrt, 1, 0);
        approximation("rsqrt", x -> 1 / Math.sqrt(x), 2, 0);
        approximation("ex2", x -> Math.pow(2, x), 2, 0);
        approximation("lg2", x -> Math.log(x) / Math.log(2), 2, 0x1p-22);
        approximation("tanh", Math::tanh, 1 << 13, 0);
        for (String flush : List.of("", ".ftz")) {
            for (String function : List.of("sin", "cos")) {
                ReferenceFloat format = ReferenceFloat.F32;
                forms.add(PtxForm.of(
                                function + ".approx" + flush + ".f32", F32, List.of(FormType.ANGLE), (a, b, c, e) -> {
                                    double x = format.value(flush.isEmpty() ? a : format.flushed(a));
                                    long result = format.nearest(function.equals("sin") ? Math.sin(x) : Math.cos(x));
                                    return flush.isEmpty() ? result : format.flushed(result);
                                })
                        .within(1, 0, 0x1p-20));
            }
            for (String kind : List.of("approx", "full")) {
                add(
                        "div." + kind + flush + ".f32",
                        F32,
                        2,
                        flush,
                        "",
                        (a, b, c, e) -> kind.equals("approx") && isHuge(b)
                                ? ReferenceFloat.F32.product(a, b & ReferenceFloat.F32.sign(), Mode.RN)
                                : ReferenceFloat.F32.quotient(a, b, Mode.RN));
                forms.set(forms.size() - 1, forms.get(forms.size() - 1).within(2, 0, 0));
            }
        }
        ReferenceFloat wide = ReferenceFloat.F64;
        add("rsqrt.approx.f64", F64, 1, "", "", (a, b, c, e) -> wide.nearest(1 / Math.sqrt(wide.value(a))));
        forms.set(forms.size() - 1, forms.get(forms.size() - 1).within(1, 1L << 32, 0));
        add("rcp.approx.ftz.f64", F64, 1, ".ftz", "", (a, b, c, e) -> wide.quotient(wide.one(), a, Mode.RN));
        // Hardware reads and gives the upper word alone.
        forms.set(forms.size() - 1, forms.get(forms.size() - 1).within(1L << 33, 0, 0));
        add("rsqrt.approx.ftz.f64", F64, 1, ".ftz", "", (a, b, c, e) -> wide.nearest(1 / Math.sqrt(wide.value(a))));
        // Hardware reads and gives the upper word alone.
        forms.set(forms.size() - 1, forms.get(forms.size() - 1).within(1L << 33, 0, 0));
    }

    private void classes() {
        for (FormType type : List.of(F32, F64)) {
            ReferenceFloat format = type.format();
            for (String kind : List.of("finite", "infinite", "number", "notanumber", "normal", "subnormal")) {
                String opcode = "testp." + kind + "." + type.name().toLowerCase(Locale.ROOT);
                String body = opcode + " %p, %a; selp.u32 %d, 1, 0, %p;";
                forms.add(PtxForm.of(opcode, body, FormType.B32, List.of(type), (a, b, c, e) -> {
                    boolean special = format.isNan(a) || format.isInfinite(a);
                    boolean holds = switch (kind) {
                        case "finite" -> !special;
                        case "infinite" -> format.isInfinite(a);
                        case "number" -> !format.isNan(a);
                        case "notanumber" -> format.isNan(a);
                        case "normal" -> !special && !format.isSubnormal(a);
                        default -> format.isSubnormal(a);
                    };
                    return holds ? 1 : 0;
                }));
            }
        }
    }

    /** Whether a quotient counts as a product with 0: above 2^126, and finite. */
    private static boolean isHuge(long bits) {
        long magnitude = ReferenceFloat.F32.magnitude(bits);
        return magnitude > 0x7E800000L && magnitude < ReferenceFloat.F32.infinity();
    }
}
