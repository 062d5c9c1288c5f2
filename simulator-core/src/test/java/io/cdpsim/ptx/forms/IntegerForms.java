package io.cdpsim.ptx.forms;

import static io.cdpsim.ptx.forms.FormType.B32;
import static io.cdpsim.ptx.forms.FormType.S32;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/** Integers: what PTX's chapter on integer arithmetic says, in numbers of any size. */
final class IntegerForms {
    private final List<PtxForm> forms = new ArrayList<>();

    static List<PtxForm> all() {
        IntegerForms made = new IntegerForms();
        for (String word : List.of("u16", "s16", "u32", "s32", "u64", "s64")) {
            made.basic(word, FormType.of(word));
        }
        for (String word : List.of("u16", "s16", "u32", "s32")) {
            made.wide(word, FormType.of(word));
        }
        made.saturating();
        made.of24Bits("u32");
        made.of24Bits("s32");
        made.halves();
        made.dots();
        return made.forms;
    }

    private static BigInteger big(FormType type, long bits) {
        long number = type.number(bits);
        return type.isSigned() || number >= 0
                ? BigInteger.valueOf(number)
                : BigInteger.valueOf(number).add(BigInteger.ONE.shiftLeft(64));
    }

    private interface Two {
        BigInteger of(BigInteger a, BigInteger b);
    }

    private interface Three {
        BigInteger of(BigInteger a, BigInteger b, BigInteger c);
    }

    private void two(String opcode, FormType type, FormType second, Two meaning) {
        forms.add(PtxForm.of(
                opcode,
                type,
                List.of(type, second),
                (a, b, c, e) -> type.cut(meaning.of(big(type, a), big(type, b)).longValue())));
    }

    private void three(String opcode, FormType type, FormType result, Three meaning) {
        forms.add(PtxForm.of(
                opcode,
                result,
                List.of(type, type, result),
                (a, b, c, e) -> result.cut(
                        meaning.of(big(type, a), big(type, b), big(result, c)).longValue())));
    }

    private void basic(String word, FormType type) {
        FormType divisor = FormType.valueOf("DIVISOR" + type.bits());
        two("add." + word, type, type, BigInteger::add);
        two("sub." + word, type, type, BigInteger::subtract);
        two("mul.lo." + word, type, type, BigInteger::multiply);
        two("mul.hi." + word, type, type, (a, b) -> a.multiply(b).shiftRight(type.bits()));
        two("min." + word, type, type, BigInteger::min);
        two("max." + word, type, type, BigInteger::max);
        two("div." + word, type, divisor, BigInteger::divide);
        two("rem." + word, type, divisor, BigInteger::remainder);
        three("mad.lo." + word, type, type, (a, b, c) -> a.multiply(b).add(c));
        three(
                "mad.hi." + word,
                type,
                type,
                (a, b, c) -> a.multiply(b).shiftRight(type.bits()).add(c));
        three("sad." + word, type, type, (a, b, c) -> a.subtract(b).abs().add(c));
        if (type.isSigned()) {
            forms.add(
                    PtxForm.of("abs." + word, type, List.of(type), (a, b, c, e) -> type.cut(Math.abs(type.number(a)))));
            forms.add(PtxForm.of("neg." + word, type, List.of(type), (a, b, c, e) -> type.cut(-a)));
        }
    }

    private void wide(String word, FormType type) {
        FormType result = FormType.of(word.charAt(0) + (type.bits() == 16 ? "32" : "64"));
        forms.add(PtxForm.of(
                "mul.wide." + word,
                result,
                List.of(type, type),
                (a, b, c, e) -> result.cut(big(type, a).multiply(big(type, b)).longValue())));
        three("mad.wide." + word, type, result, (a, b, c) -> a.multiply(b).add(c));
    }

    private static BigInteger limited(BigInteger number) {
        return number.max(BigInteger.valueOf(Integer.MIN_VALUE)).min(BigInteger.valueOf(Integer.MAX_VALUE));
    }

    private void saturating() {
        two("add.sat.s32", S32, S32, (a, b) -> limited(a.add(b)));
        two("sub.sat.s32", S32, S32, (a, b) -> limited(a.subtract(b)));
        two("min.relu.s32", S32, S32, (a, b) -> a.min(b).max(BigInteger.ZERO));
        two("max.relu.s32", S32, S32, (a, b) -> a.max(b).max(BigInteger.ZERO));
        three(
                "mad.hi.sat.s32",
                S32,
                S32,
                (a, b, c) -> limited(a.multiply(b).shiftRight(32).add(c)));
    }

    private void of24Bits(String word) {
        FormType type = FormType.of(word);
        for (String half : List.of("lo", "hi")) {
            int dropped = half.equals("lo") ? 0 : 16;
            Two product = (a, b) -> {
                long x = type.isSigned() ? a.longValue() << 40 >> 40 : a.longValue() & 0xFFFFFF;
                long y = type.isSigned() ? b.longValue() << 40 >> 40 : b.longValue() & 0xFFFFFF;
                return BigInteger.valueOf((x * y) >> dropped);
            };
            two("mul24." + half + "." + word, type, type, product);
            three(
                    "mad24." + half + "." + word,
                    type,
                    type,
                    (a, b, c) -> product.of(a, b).add(c));
            if (type.isSigned() && dropped > 0) {
                three(
                        "mad24.hi.sat.s32",
                        type,
                        type,
                        (a, b, c) -> limited(
                                BigInteger.valueOf(product.of(a, b).intValue()).add(c)));
            }
        }
    }

    private interface OfHalves {
        long of(long a, long b);
    }

    private void pair(String opcode, boolean signed, OfHalves meaning) {
        FormType half = signed ? FormType.S16 : FormType.U16;
        forms.add(PtxForm.of(opcode, B32, List.of(B32, B32), (a, b, c, e) -> {
            long low = meaning.of(half.number(a), half.number(b));
            long high = meaning.of(half.number(a >>> 16), half.number(b >>> 16));
            return ((high & 0xFFFF) << 16) | (low & 0xFFFF);
        }));
    }

    private void halves() {
        pair("add.u16x2", false, Long::sum);
        pair("add.s16x2", true, Long::sum);
        pair("min.u16x2", false, Math::min);
        pair("max.u16x2", false, Math::max);
        pair("min.s16x2", true, Math::min);
        pair("max.s16x2", true, Math::max);
        pair("min.relu.s16x2", true, (a, b) -> Math.max(0, Math.min(a, b)));
        pair("max.relu.s16x2", true, (a, b) -> Math.max(0, Math.max(a, b)));
    }

    private void dots() {
        for (String first : List.of("u32", "s32")) {
            for (String second : List.of("u32", "s32")) {
                boolean signedA = first.startsWith("s");
                boolean signedB = second.startsWith("s");
                forms.add(PtxForm.of("dp4a." + first + "." + second, B32, List.of(B32, B32, B32), (a, b, c, e) -> {
                    long sum = c;
                    for (int i = 0; i < 4; i++) {
                        sum += part(a, 8 * i, 8, signedA) * part(b, 8 * i, 8, signedB);
                    }
                    return B32.cut(sum);
                }));
                for (String which : List.of("lo", "hi")) {
                    int from = which.equals("lo") ? 0 : 16;
                    String opcode = "dp2a." + which + "." + first + "." + second;
                    forms.add(PtxForm.of(
                            opcode,
                            B32,
                            List.of(B32, B32, B32),
                            (a, b, c, e) -> B32.cut(c
                                    + part(a, 0, 16, signedA) * part(b, from, 8, signedB)
                                    + part(a, 16, 16, signedA) * part(b, from + 8, 8, signedB))));
                }
            }
        }
    }

    private static long part(long bits, int from, int count, boolean signed) {
        long part = bits >>> from & (1L << count) - 1;
        return signed ? (part << (64 - count)) >> (64 - count) : part;
    }
}
