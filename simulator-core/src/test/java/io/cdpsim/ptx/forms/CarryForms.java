package io.cdpsim.ptx.forms;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/** Sums and products in several words, by the one long number that they stand for. Words are a (low), b (low), c (high) and e (high). */
final class CarryForms {
    private CarryForms() {}

    static List<PtxForm> all() {
        List<PtxForm> forms = new ArrayList<>();
        for (String word : List.of("u32", "s32", "u64", "s64")) {
            FormType type = FormType.valueOf("B" + word.substring(1));
            forms.addAll(of(word, type));
        }
        return forms;
    }

    private static BigInteger big(long bits) {
        return new BigInteger(Long.toUnsignedString(bits));
    }

    private static List<PtxForm> of(String word, FormType type) {
        int bits = type.bits();
        List<FormType> four = List.of(type, type, type, type);
        String temporary = ".reg ." + type.register() + " %x, %y; ";
        List<PtxForm> forms = new ArrayList<>();
        String add = temporary + "add.cc.W %x, %a, %b; ".replace("W", word);
        String subtract = temporary + "sub.cc.W %x, %a, %b; ".replace("W", word);
        forms.add(PtxForm.of(
                "add.cc." + word + " + addc",
                add + "addc." + word + " %d, %c, %e;",
                type,
                four,
                (a, b, c, e) -> type.cut(
                        both(a, c, bits).add(both(b, e, bits)).shiftRight(bits).longValue())));
        forms.add(PtxForm.of(
                "add.cc." + word + " + addc.cc + addc",
                add + "addc.cc." + word + " %y, %c, %e; addc." + word + " %d, 0, 0;",
                type,
                four,
                (a, b, c, e) -> type.cut(both(a, c, bits)
                        .add(both(b, e, bits))
                        .shiftRight(2 * bits)
                        .longValue())));
        forms.add(PtxForm.of(
                "sub.cc." + word + " + subc",
                subtract + "subc." + word + " %d, %c, %e;",
                type,
                four,
                (a, b, c, e) -> type.cut(both(a, c, bits)
                        .subtract(both(b, e, bits))
                        .shiftRight(bits)
                        .longValue())));
        forms.add(PtxForm.of(
                "sub.cc." + word + " + subc.cc + subc",
                subtract + "subc.cc." + word + " %y, %c, %e; subc." + word + " %d, 0, 0;",
                type,
                four,
                (a, b, c, e) -> type.cut(both(a, c, bits)
                        .subtract(both(b, e, bits))
                        .shiftRight(2 * bits)
                        .longValue())));
        if (word.startsWith("u")) {
            forms.add(PtxForm.of(
                    "mad.lo.cc." + word + " + madc.hi",
                    temporary + "mad.lo.cc.W %x, %a, %b, %c; madc.hi.W %d, %a, %b, %e;".replace("W", word),
                    type,
                    four,
                    (a, b, c, e) -> type.cut(big(a).multiply(big(b))
                            .add(both(c, e, bits))
                            .shiftRight(bits)
                            .longValue())));
            forms.add(PtxForm.of(
                    "mad.lo.cc." + word + " + madc.hi.cc + addc",
                    temporary
                            + "mad.lo.cc.W %x, %a, %b, %c; madc.hi.cc.W %y, %a, %b, %e; addc.W %d, 0, 0;"
                                    .replace("W", word),
                    type,
                    four,
                    (a, b, c, e) -> type.cut(big(a).multiply(big(b))
                            .add(both(c, e, bits))
                            .shiftRight(2 * bits)
                            .longValue())));
        }
        forms.add(PtxForm.of(
                "mad.hi.cc." + word + " + madc.lo",
                temporary + "mad.hi.cc.W %x, %a, %b, %c; madc.lo.W %d, %a, %b, %e;".replace("W", word),
                type,
                four,
                (a, b, c, e) -> {
                    FormType meant = FormType.of(word);
                    BigInteger product = whole(meant, a).multiply(whole(meant, b));
                    BigInteger high = product.shiftRight(bits).mod(BigInteger.ONE.shiftLeft(bits));
                    BigInteger carry = high.add(big(c)).shiftRight(bits);
                    return type.cut(product.add(big(e)).add(carry).longValue());
                }));
        return forms;
    }

    private static BigInteger whole(FormType type, long bits) {
        return type.isSigned() ? BigInteger.valueOf(type.number(bits)) : big(bits);
    }

    private static BigInteger both(long low, long high, int bits) {
        return big(high).shiftLeft(bits).add(big(low));
    }
}
