package io.cdpsim.ptx.forms;

import static io.cdpsim.ptx.forms.FormType.B16;
import static io.cdpsim.ptx.forms.FormType.B32;
import static io.cdpsim.ptx.forms.FormType.B64;
import static io.cdpsim.ptx.forms.FormType.COUNT;
import static io.cdpsim.ptx.forms.FormType.S32;

import java.util.ArrayList;
import java.util.List;

/** Logic, shifts and fields, bit by bit as PTX's pseudo-code has them. */
final class BitForms {
    private final List<PtxForm> forms = new ArrayList<>();

    static List<PtxForm> all() {
        BitForms made = new BitForms();
        for (FormType type : List.of(B16, B32, B64)) {
            made.logic(type);
            made.shifts(type);
        }
        for (FormType type : List.of(B32, B64)) {
            made.counts(type);
            made.fields(type);
        }
        made.funnels();
        made.permutations();
        made.others();
        return made.forms;
    }

    private static String word(FormType type) {
        return "b" + type.bits();
    }

    private void add(String opcode, FormType result, List<FormType> inputs, PtxForm.Alone meaning) {
        forms.add(PtxForm.of(opcode, result, inputs, (a, b, c, e) -> result.cut(meaning.of(a, b, c, e))));
    }

    private void logic(FormType type) {
        add("and." + word(type), type, List.of(type, type), (a, b, c, e) -> a & b);
        add("or." + word(type), type, List.of(type, type), (a, b, c, e) -> a | b);
        add("xor." + word(type), type, List.of(type, type), (a, b, c, e) -> a ^ b);
        add("not." + word(type), type, List.of(type), (a, b, c, e) -> ~a);
        add("cnot." + word(type), type, List.of(type), (a, b, c, e) -> a == 0 ? 1 : 0);
    }

    private void shifts(FormType type) {
        int bits = type.bits();
        add("shl." + word(type), type, List.of(type, COUNT), (a, b, c, e) -> b >= bits ? 0 : a << b);
        for (String kind : List.of("b", "u")) {
            add("shr." + kind + bits, type, List.of(type, COUNT), (a, b, c, e) -> b >= bits ? 0 : a >>> b);
        }
        add(
                "shr.s" + bits,
                type,
                List.of(type, COUNT),
                (a, b, c, e) -> ((a << (64 - bits)) >> (64 - bits)) >> Math.min(b, bits - 1));
    }

    private static int highest(long value) {
        int position = -1;
        for (int i = 0; i < 64; i++) {
            position = (value >>> i & 1) != 0 ? i : position;
        }
        return position;
    }

    private void counts(FormType type) {
        int bits = type.bits();
        add("popc." + word(type), B32, List.of(type), (a, b, c, e) -> {
            int count = 0;
            for (int i = 0; i < bits; i++) {
                count += (int) (a >>> i & 1);
            }
            return count;
        });
        add("clz." + word(type), B32, List.of(type), (a, b, c, e) -> bits - 1 - highest(a));
        add("brev." + word(type), type, List.of(type), (a, b, c, e) -> {
            long reversed = 0;
            for (int i = 0; i < bits; i++) {
                reversed |= ((a >>> i) & 1) << (bits - 1 - i);
            }
            return reversed;
        });
        for (String sign : List.of("u", "s")) {
            FormType meant = FormType.of(sign + bits);
            for (String amount : List.of("", ".shiftamt")) {
                add("bfind" + amount + "." + sign + bits, B32, List.of(meant), (a, b, c, e) -> {
                    int position = highest(type.cut(meant.isSigned() && meant.number(a) < 0 ? ~a : a));
                    return position < 0 ? -1 : amount.isEmpty() ? position : bits - 1 - position;
                });
            }
        }
    }

    private void fields(FormType type) {
        int bits = type.bits();
        for (String sign : List.of("u", "s")) {
            add("bfe." + sign + bits, type, List.of(type, COUNT, COUNT), (a, b, c, e) -> {
                int from = place(b, bits);
                int length = place(c, bits);
                boolean isSet =
                        sign.equals("s") && length != 0 && ((a >>> Math.min(from + length - 1, bits - 1)) & 1) != 0;
                long field = 0;
                for (int i = 0; i < bits; i++) {
                    boolean bit = (i < length && from + i < bits) ? ((a >>> (from + i)) & 1) != 0 : isSet;
                    field |= bit ? 1L << i : 0;
                }
                return field;
            });
        }
        add("bfi." + word(type), type, List.of(type, type, COUNT, COUNT), (a, b, c, e) -> {
            int from = place(c, bits);
            int length = place(e, bits);
            long result = b;
            for (int i = 0; i < length && from + i < bits; i++) {
                result = (result & ~(1L << (from + i))) | (((a >>> i) & 1) << (from + i));
            }
            return result;
        });
    }

    /** An H100 and an H200 cut positions and lengths to 8 bits, as PTX says, but not those of 64 bits. */
    private static int place(long count, int bits) {
        return bits == 32 ? (int) count & 255 : (int) Math.min(255, count);
    }

    private void funnels() {
        for (String mode : List.of("clamp", "wrap")) {
            boolean clamps = mode.equals("clamp");
            add(
                    "shf.l." + mode + ".b32",
                    B32,
                    List.of(B32, B32, COUNT),
                    (a, b, c, e) -> (b << 32 | a) << (clamps ? Math.min(c, 32) : c & 31) >>> 32);
            add(
                    "shf.r." + mode + ".b32",
                    B32,
                    List.of(B32, B32, COUNT),
                    (a, b, c, e) -> (b << 32 | a) >>> (clamps ? Math.min(c, 32) : c & 31));
            for (String sign : List.of("u32", "s32")) {
                add("szext." + mode + "." + sign, B32, List.of(B32, COUNT), (a, b, c, e) -> {
                    int width = (int) (clamps ? Math.min(b, 32) : b & 31);
                    if (width == 0) {
                        return 0;
                    }
                    return sign.equals("s32") ? (a << (64 - width)) >> (64 - width) : a & ((1L << width) - 1);
                });
            }
            add("bmsk." + mode + ".b32", B32, List.of(COUNT, COUNT), (a, b, c, e) -> {
                long from = clamps ? Math.min(a, 32) : a & 31;
                long width = clamps ? Math.min(b, 32) : b & 31;
                return ((1L << width) - 1) << from;
            });
        }
    }

    private static long bytes(long a, long b, int... chosen) {
        long result = 0;
        for (int i = 0; i < 4; i++) {
            result |= ((((b << 32) | a) >>> (8 * chosen[i])) & 255) << (8 * i);
        }
        return result;
    }

    private void permutations() {
        List<FormType> three = List.of(B32, B32, B32);
        add("prmt.b32", B32, three, (a, b, c, e) -> {
            long result = 0;
            for (int i = 0; i < 4; i++) {
                int choice = (int) ((c >>> (4 * i)) & 15);
                long chosen = (((b << 32) | a) >>> (8 * (choice & 7))) & 255;
                result |= (choice < 8 ? chosen : (chosen & 128) != 0 ? 255 : 0) << (8 * i);
            }
            return result;
        });
        add("prmt.b32.f4e", B32, three, (a, b, c, e) -> {
            int n = (int) c & 3;
            return bytes(a, b, n, n + 1, n + 2, n + 3);
        });
        add("prmt.b32.b4e", B32, three, (a, b, c, e) -> {
            int n = (int) c & 3;
            return bytes(a, b, n, (n + 7) & 7, (n + 6) & 7, (n + 5) & 7);
        });
        add("prmt.b32.rc8", B32, three, (a, b, c, e) -> {
            int n = (int) c & 3;
            return bytes(a, b, n, n, n, n);
        });
        add("prmt.b32.ecl", B32, three, (a, b, c, e) -> {
            int n = (int) c & 3;
            return bytes(a, b, n, Math.max(n, 1), Math.max(n, 2), 3);
        });
        add("prmt.b32.ecr", B32, three, (a, b, c, e) -> {
            int n = (int) c & 3;
            return bytes(a, b, 0, Math.min(n, 1), Math.min(n, 2), n);
        });
        add("prmt.b32.rc16", B32, three, (a, b, c, e) -> {
            int n = 2 * (int) (c & 1);
            return bytes(a, b, n, n + 1, n, n + 1);
        });
    }

    private void others() {
        for (int table : new int[] {0x80, 0x96, 0xCA, 0x1B}) {
            String body = "lop3.b32 %d, %a, %b, %c, " + table + ";";
            forms.add(PtxForm.of("lop3.b32 " + table, body, B32, List.of(B32, B32, B32), (a, b, c, e) -> {
                long result = 0;
                for (int i = 0; i < 32; i++) {
                    int row = (int) ((((a >>> i) & 1) << 2) | (((b >>> i) & 1) << 1) | ((c >>> i) & 1));
                    result |= (long) (table >> row & 1) << i;
                }
                return result;
            }));
        }
        add("fns.b32", B32, List.of(B32, FormType.TRUTH, S32), (a, b, c, e) -> nth(a, (int) b, (int) c));
    }

    private static long nth(long mask, int base, int offset) {
        if (offset == Integer.MIN_VALUE) {
            // What an H100 and an H200 give.
            return 0;
        }
        if (offset == 0) {
            return (mask >>> base & 1) != 0 ? base : -1;
        }
        int left = Math.abs(offset);
        for (int at = base; at >= 0 && at < 32 && left > 0; at += offset > 0 ? 1 : -1) {
            if ((mask >>> at & 1) != 0 && --left == 0) {
                return at;
            }
        }
        return -1;
    }
}
