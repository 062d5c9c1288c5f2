package io.cdpsim.ptx.forms;

import static io.cdpsim.ptx.forms.FormType.B16;
import static io.cdpsim.ptx.forms.FormType.B32;
import static io.cdpsim.ptx.forms.FormType.F16X2;
import static io.cdpsim.ptx.forms.FormType.F32;
import static io.cdpsim.ptx.forms.FormType.S32;

import java.util.ArrayList;
import java.util.List;

/** Conversions to and from floats of 8 bits, by a search through all of them, and integers packed into few bits. */
final class EightBitForms {
    private static final int CODES = 127;
    private static final int NAN = 0x7F;

    private final List<PtxForm> forms = new ArrayList<>();

    static List<PtxForm> all() {
        EightBitForms made = new EightBitForms();
        for (String name : List.of("e4m3", "e5m2")) {
            for (String relu : List.of("", ".relu")) {
                made.conversions(name, relu);
            }
        }
        for (int bits : new int[] {2, 4, 8, 16}) {
            made.pack(bits, false);
            made.pack(bits, true);
        }
        return made.forms;
    }

    /** The magnitude of a code without its sign, by the layout of exponent and fraction. */
    private static double magnitude(String name, int code) {
        int fractionBits = name.equals("e4m3") ? 3 : 2;
        int bias = name.equals("e4m3") ? 7 : 15;
        int exponent = code >> fractionBits;
        double fraction = (code & (1 << fractionBits) - 1) / (double) (1 << fractionBits);
        return exponent == 0 ? fraction * Math.pow(2, 1 - bias) : (1 + fraction) * Math.pow(2, exponent - bias);
    }

    /** E5M2 has infinities and NaNs from 7C on, E4M3 one NaN. */
    private static int largest(String name) {
        return name.equals("e4m3") ? CODES - 1 : 0x7B;
    }

    private static long nearest(String name, double value) {
        if (Double.isNaN(value)) {
            return NAN;
        }
        double wanted = Math.abs(value);
        int best = 0;
        for (int code = 1; code <= largest(name); code++) {
            double nearer = Math.abs(magnitude(name, code) - wanted) - Math.abs(magnitude(name, best) - wanted);
            boolean isEven = (code & 1) == 0;
            best = nearer < 0 || (nearer == 0 && isEven) ? code : best;
        }
        best = wanted > magnitude(name, largest(name)) ? largest(name) : best;
        return Math.copySign(1, value) < 0 ? best | 0x80 : best;
    }

    private static double rectified(String relu, double value) {
        return relu.isEmpty() || Double.isNaN(value) ? value : Math.max(0, value);
    }

    private static double half(long bits) {
        return ReferenceFloat.F16.isNan(bits) ? Double.NaN : ReferenceFloat.F16.value(bits);
    }

    private static double single(long bits) {
        return Float.intBitsToFloat((int) bits);
    }

    private static long halfOf(String name, String relu, long code) {
        int magnitude = (int) code & 0x7F;
        boolean isNan = name.equals("e4m3") ? magnitude == NAN : magnitude > 0x7C;
        if (isNan) {
            return ReferenceFloat.F16.nan();
        }
        boolean isNegative = (code & 0x80) != 0;
        if (isNegative && !relu.isEmpty()) {
            return 0;
        }
        long sign = isNegative ? ReferenceFloat.F16.sign() : 0;
        boolean isInfinite = name.equals("e5m2") && magnitude == 0x7C;
        return sign
                | (isInfinite ? ReferenceFloat.F16.infinity() : ReferenceFloat.F16.nearest(magnitude(name, magnitude)));
    }

    private void conversions(String name, String relu) {
        forms.add(PtxForm.of(
                "cvt.rn.satfinite" + relu + "." + name + "x2.f32",
                B16,
                List.of(F32, F32),
                (a, b, c, e) ->
                        nearest(name, rectified(relu, single(a))) << 8 | nearest(name, rectified(relu, single(b)))));
        forms.add(PtxForm.of(
                "cvt.rn.satfinite" + relu + "." + name + "x2.f16x2",
                B16,
                List.of(F16X2),
                (a, b, c, e) -> nearest(name, rectified(relu, half(a >>> 16))) << 8
                        | nearest(name, rectified(relu, half(a & 0xFFFF)))));
        forms.add(PtxForm.of(
                "cvt.rn" + relu + ".f16x2." + name + "x2",
                F16X2,
                List.of(B16),
                (a, b, c, e) -> halfOf(name, relu, a >>> 8) << 16 | halfOf(name, relu, a & 0xFF)));
    }

    private void pack(int bits, boolean isSigned) {
        String type = (isSigned ? "s" : "u") + bits;
        long most = isSigned ? (1L << (bits - 1)) - 1 : (1L << bits) - 1;
        long least = isSigned ? -most - 1 : 0;
        long mask = (1L << bits) - 1;
        boolean hasRest = bits < 16;
        forms.add(PtxForm.of(
                "cvt.pack.sat." + type + ".s32" + (hasRest ? ".b32" : ""),
                B32,
                hasRest ? List.of(S32, S32, B32) : List.of(S32, S32),
                (a, b, c, e) -> (hasRest ? c << 2 * bits : 0) & 0xFFFFFFFFL
                        | (Math.max(least, Math.min(most, (int) a)) & mask) << bits
                        | Math.max(least, Math.min(most, (int) b)) & mask));
    }
}
