package io.cdpsim.ptx.forms;

import static io.cdpsim.ptx.forms.FormType.BF16;
import static io.cdpsim.ptx.forms.FormType.F16;
import static io.cdpsim.ptx.forms.FormType.F32;
import static io.cdpsim.ptx.forms.FormType.F64;

import io.cdpsim.ptx.forms.ReferenceFloat.Fraction;
import io.cdpsim.ptx.forms.ReferenceFloat.Mode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** {@code cvt} from each type to each other. */
final class ConversionForms {
    private static final List<String> WHOLE = List.of("u8", "s8", "u16", "s16", "u32", "s32", "u64", "s64");

    private final List<PtxForm> forms = new ArrayList<>();

    static List<PtxForm> all() {
        ConversionForms made = new ConversionForms();
        for (String to : WHOLE) {
            for (String from : WHOLE) {
                made.wholeToWhole(to, from);
            }
            for (FormType real : List.of(F16, F32, F64, BF16)) {
                if (real != BF16 || !to.endsWith("8")) {
                    made.betweenWholeAndReal(to, real);
                }
            }
        }
        for (Mode mode : Mode.values()) {
            made.narrower(F32, F64, mode, "");
            made.narrower(F32, F64, mode, ".ftz");
            made.narrower(F16, F64, mode, "");
            for (FormType real : List.of(F32, F64)) {
                made.toIntegral(real, mode, "");
            }
            made.toIntegral(F32, mode, ".ftz");
            made.toIntegral(F16, mode, "");
        }
        for (Mode mode : List.of(Mode.RN, Mode.RZ)) {
            made.narrower(F16, F32, mode, "");
            made.narrower(BF16, F32, mode, "");
            made.packed(FormType.F16X2, mode, "");
            made.packed(FormType.BF16X2, mode, "");
            made.packed(FormType.F16X2, mode, ".relu");
            made.packed(FormType.BF16X2, mode, ".relu");
            made.relu(F16, mode);
            made.relu(BF16, mode);
        }
        made.wider(F32, F16, "");
        made.wider(F32, F16, ".ftz");
        made.wider(F64, F16, "");
        made.wider(F64, F32, "");
        made.wider(F64, F32, ".ftz");
        made.wider(F32, BF16, "");
        made.saturated(F32);
        made.saturated(F64);
        return made.forms;
    }

    /** Conversions between halves of both kinds, which the recorded bits do not have. */
    static List<PtxForm> more() {
        ConversionForms made = new ConversionForms();
        for (Mode mode : Mode.values()) {
            made.narrower(F16, BF16, mode, "");
            made.narrower(BF16, F16, mode, "");
            made.toIntegral(BF16, mode, "");
            made.narrower(BF16, F64, mode, "");
        }
        made.wider(F64, BF16, "");
        made.toTf32();
        return made.forms;
    }

    /** By decimal arithmetic: the magnitude in units of its last place, of which a half goes up. */
    private void toTf32() {
        forms.add(PtxForm.of("cvt.rna.tf32.f32", FormType.B32, List.of(F32), (a, b, c, e) -> {
            float value = Float.intBitsToFloat((int) a);
            if (Float.isNaN(value) || Float.isInfinite(value)) {
                // Also a NaN rounds as a number, but keeps its exponent; seen on an H100.
                long rounded = (a & 0x7FFFFFFF) + 0x1000;
                return (Math.min(rounded, 0x7FFFFFFF) & 0x7FFFE000) | a & 0x80000000L;
            }
            double unit = Math.scalb(1.0, Math.max(Math.getExponent(value), Float.MIN_EXPONENT) - 10);
            double rounded = new BigDecimal(Math.abs(value) / unit)
                            .setScale(0, RoundingMode.HALF_UP)
                            .doubleValue()
                    * unit;
            return Float.floatToRawIntBits((float) rounded) | a & 0x80000000L;
        }));
    }

    private static String word(FormType type) {
        return type.name().toLowerCase(Locale.ROOT);
    }

    private static String word(Mode mode) {
        return "." + mode.name().toLowerCase(Locale.ROOT);
    }

    private static BigInteger big(FormType type, long bits) {
        long number = type.number(bits);
        return type.isSigned() ? BigInteger.valueOf(number) : new BigInteger(Long.toUnsignedString(number));
    }

    private static long limited(FormType type, BigInteger number) {
        BigInteger span = BigInteger.ONE.shiftLeft(type.isSigned() ? type.bits() - 1 : type.bits());
        BigInteger least = type.isSigned() ? span.negate() : BigInteger.ZERO;
        return number.max(least).min(span.subtract(BigInteger.ONE)).longValue();
    }

    /** A register is wider than a narrow result where PTX allows it: the result is extended as its sign says. */
    private static FormType register(FormType to) {
        return switch (to) {
            case U8 -> FormType.U16;
            case S8 -> FormType.S16;
            default -> to;
        };
    }

    private void add(String opcode, FormType to, FormType from, PtxForm.Alone meaning) {
        forms.add(PtxForm.of(opcode, to, List.of(from), meaning));
    }

    private void wholeToWhole(String to, String from) {
        FormType source = FormType.of(from);
        FormType target = FormType.of(to);
        FormType result = register(target);
        if (!to.equals(from)) {
            add("cvt." + to + "." + from, result, source, (a, b, c, e) -> result.cut(target.number(source.number(a))));
        }
        // PTX has .sat only where a number may be out of range.
        boolean fits = source.isSigned() == target.isSigned()
                ? source.bits() <= target.bits()
                : !source.isSigned() && source.bits() < target.bits();
        if (!fits) {
            add(
                    "cvt.sat." + to + "." + from,
                    result,
                    source,
                    (a, b, c, e) -> result.cut(limited(target, big(source, a))));
        }
        if (target.bits() < 32) {
            FormType wide = target.isSigned() ? FormType.S32 : FormType.U32;
            String opcode = "cvt." + to + "." + from;
            String body = opcode + " %d, %a;";
            forms.add(PtxForm.of(
                    opcode + " to 32",
                    body,
                    wide,
                    List.of(source),
                    (a, b, c, e) -> wide.cut(target.number(source.number(a)))));
        }
    }

    private void betweenWholeAndReal(String whole, FormType real) {
        FormType type = FormType.of(whole);
        FormType result = register(type);
        ReferenceFloat format = real.format();
        for (Mode mode : Mode.values()) {
            add(
                    "cvt" + word(mode) + "i." + whole + "." + word(real),
                    result,
                    real,
                    (a, b, c, e) -> result.cut(type.number(toWhole(type, format, a, mode))));
            if (real == F32) {
                add(
                        "cvt" + word(mode) + "i.ftz." + whole + ".f32",
                        result,
                        real,
                        (a, b, c, e) -> result.cut(type.number(toWhole(type, format, format.flushed(a), mode))));
            }
            add("cvt" + word(mode) + "." + word(real) + "." + whole, real, type, (a, b, c, e) -> {
                BigInteger number = big(type, a);
                return number.signum() == 0 ? 0 : format.rounded(new Fraction(number, BigInteger.ONE), mode);
            });
        }
        if (real != BF16) {
            add(
                    "cvt.rzi.sat." + whole + "." + word(real),
                    result,
                    real,
                    (a, b, c, e) -> result.cut(type.number(toWhole(type, format, a, Mode.RZ))));
        }
    }

    private static BigInteger rounded(Fraction number, Mode mode) {
        RoundingMode rounding = switch (mode) {
            case RN -> RoundingMode.HALF_EVEN;
            case RZ -> RoundingMode.DOWN;
            case RM -> RoundingMode.FLOOR;
            case RP -> RoundingMode.CEILING;
        };
        return new BigDecimal(number.above())
                .divide(new BigDecimal(number.below()))
                .setScale(0, rounding)
                .toBigInteger();
    }

    /** Out of range is the end of the range. NaN is 0, but for f64 and for 64 bits the top bit alone. */
    private static long toWhole(FormType type, ReferenceFloat format, long a, Mode mode) {
        if (format.isNan(a)) {
            return format == ReferenceFloat.F64 || type.bits() == 64 ? 1L << (type.bits() - 1) : 0;
        }
        if (format.isInfinite(a)) {
            BigInteger huge = BigInteger.ONE.shiftLeft(100);
            return limited(type, format.isNegative(a) ? huge.negate() : huge);
        }
        return limited(type, rounded(format.number(a), mode));
    }

    private static long toReal(ReferenceFloat to, ReferenceFloat from, long a, Mode mode) {
        long sign = from.isNegative(a) ? to.sign() : 0;
        if (from.isNan(a)) {
            return to.nan();
        }
        if (from.isInfinite(a) || from.isZero(a)) {
            return (from.isZero(a) ? 0 : to.infinity()) | sign;
        }
        return to.rounded(from.number(a), mode);
    }

    private void narrower(FormType to, FormType from, Mode mode, String flush) {
        add("cvt" + word(mode) + flush + "." + word(to) + "." + word(from), to, from, (a, b, c, e) -> {
            long result = toReal(to.format(), from.format(), a, mode);
            return flush.isEmpty() ? result : to.format().flushed(result);
        });
        if (flush.isEmpty() && to != BF16 && from != BF16) {
            add(
                    "cvt" + word(mode) + ".sat." + word(to) + "." + word(from),
                    to,
                    from,
                    (a, b, c, e) -> to.format().saturated(toReal(to.format(), from.format(), a, mode)));
        }
    }

    private void wider(FormType to, FormType from, String flush) {
        add(
                "cvt" + flush + "." + word(to) + "." + word(from),
                to,
                from,
                (a, b, c, e) -> toReal(
                        to.format(),
                        from.format(),
                        flush.isEmpty() || from != F32 ? a : from.format().flushed(a),
                        Mode.RN));
    }

    private void saturated(FormType type) {
        add(
                "cvt.sat." + word(type) + "." + word(type),
                type,
                type,
                (a, b, c, e) -> type.format().saturated(a));
    }

    private void toIntegral(FormType type, Mode mode, String flush) {
        ReferenceFloat format = type.format();
        add("cvt" + word(mode) + "i" + flush + "." + word(type) + "." + word(type), type, type, (a, b, c, e) -> {
            long x = flush.isEmpty() ? a : format.flushed(a);
            if (format.isNan(x)) {
                return format.nan();
            }
            if (format.isInfinite(x) || format.isZero(x)) {
                return x;
            }
            BigInteger whole = rounded(format.number(x), mode);
            return whole.signum() == 0
                    ? x & format.sign()
                    : format.rounded(new Fraction(whole, BigInteger.ONE), Mode.RN);
        });
    }

    private void relu(FormType to, Mode mode) {
        add(
                "cvt" + word(mode) + ".relu." + word(to) + ".f32",
                to,
                F32,
                (a, b, c, e) -> to.format().rectified(toReal(to.format(), ReferenceFloat.F32, a, mode)));
    }

    private void packed(FormType to, Mode mode, String relu) {
        ReferenceFloat format = to.format();
        forms.add(PtxForm.of(
                "cvt" + word(mode) + relu + "." + word(to) + ".f32", to, List.of(F32, F32), (a, b, c, e) -> {
                    long upper = toReal(format, ReferenceFloat.F32, a, mode);
                    long lower = toReal(format, ReferenceFloat.F32, b, mode);
                    return relu.isEmpty()
                            ? upper << 16 | lower
                            : format.rectified(upper) << 16 | format.rectified(lower);
                }));
    }
}
