package io.cdpsim.ptx.forms;

import static io.cdpsim.ptx.forms.FormType.B32;

import java.util.ArrayList;
import java.util.List;

/** Video instructions by the pseudo-code of the PTX ISA, in numbers of 64 bits; parts of results and saturation as an H100 has them. */
final class VideoForms {
    private static final List<String> SIGNS = List.of("u32", "s32");
    private static final List<String> SCALAR = List.of("vadd", "vsub", "vabsdiff", "vmin", "vmax");
    private static final List<String> COMPARISONS = List.of("eq", "ne", "lt", "le", "gt", "ge");

    private final List<PtxForm> forms = new ArrayList<>();

    static List<PtxForm> all() {
        VideoForms made = new VideoForms();
        for (String a : SIGNS) {
            for (String b : SIGNS) {
                for (String d : SIGNS) {
                    SCALAR.forEach(name -> made.scalar(name, d, a, b));
                    made.multiplyAdd(d, a, b);
                    for (int lanes : new int[] {2, 4}) {
                        SCALAR.forEach(name -> made.lanes(name, d, a, b, lanes));
                        made.lanes("vavrg", d, a, b, lanes);
                    }
                }
                for (String comparison : COMPARISONS) {
                    made.set(comparison, a, b);
                }
            }
            made.shifts(a);
        }
        return made.forms;
    }

    private void add(String name, String operands, int inputs, PtxForm.Alone definition) {
        String body = name.split(" ", -1)[0] + " " + operands + ";";
        forms.add(PtxForm.of(
                name,
                body,
                B32,
                List.of(B32, B32, B32).subList(0, inputs),
                (a, b, c, e) -> definition.of(a, b, c, e) & 0xFFFFFFFFL));
    }

    private static long part(String sign, long word, int from, int bits) {
        long low = (word >>> from) & ((1L << bits) - 1);
        return sign.equals("s32") ? low << (64 - bits) >> (64 - bits) : low;
    }

    private static long word(String sign, long word) {
        return part(sign, word, 0, 32);
    }

    private static long operation(String name, long a, long b) {
        return switch (name) {
            case "vadd" -> a + b;
            case "vsub" -> a - b;
            case "vabsdiff" -> Math.abs(a - b);
            case "vmin" -> Math.min(a, b);
            case "vmax" -> Math.max(a, b);
            default -> (a + b + (a + b >= 0 ? 1 : 0)) >> 1;
        };
    }

    /** Sums and differences are cut to 32 bits before they are compared. */
    private static long second(String name, long value) {
        return name.equals("vadd") || name.equals("vsub") ? (int) value : value;
    }

    private static long limited(String sign, long value, int bits) {
        return sign.equals("s32")
                ? Math.max(-1L << (bits - 1), Math.min((1L << (bits - 1)) - 1, value))
                : Math.max(0, Math.min((1L << bits) - 1, value));
    }

    private void scalar(String name, String d, String a, String b) {
        String types = "." + d + "." + a + "." + b;
        add(
                name + types,
                "%d, %a.h1, %b.b2",
                2,
                (x, y, z, e) -> operation(name, part(a, x, 16, 16), part(b, y, 16, 8)));
        // An unsigned result is limited at 0 alone.
        add(name + types + ".sat", "%d, %a, %b", 2, (x, y, z, e) -> {
            long value = operation(name, word(a, x), word(b, y));
            return d.equals("s32") ? limited(d, value, 32) : Math.max(0, value);
        });
        add(
                name + types + ".add",
                "%d, %a, %b.h0, %c",
                3,
                (x, y, z, e) -> operation(name, word(a, x), part(b, y, 0, 16)) + z);
        add(
                name + types + " b1",
                "%d.b1, %a, %b, %c",
                3,
                (x, y, z, e) -> z & ~0xFF00L | (operation(name, word(a, x), word(b, y)) & 0xFF) << 8);
        if (d.equals("s32")) {
            add(
                    name + types + ".min",
                    "%d, %a, %b, %c",
                    3,
                    (x, y, z, e) -> Math.min(second(name, operation(name, word(a, x), word(b, y))), word(d, z)));
        }
        // A part takes a negative value as a large one, on an H100.
        if (d.equals("s32") && a.equals(b)) {
            add(name + types + ".sat h0", "%d.h0, %a, %b, %c", 3, (x, y, z, e) -> {
                long value = operation(name, word(a, x), word(b, y));
                return z & ~0xFFFFL | (value < 0 ? 0x7FFF : Math.min(0x7FFF, value));
            });
        }
    }

    private void multiplyAdd(String d, String a, String b) {
        String types = "vmad." + d + "." + a + "." + b;
        add(types, "%d, %a.h0, %b.b1, %c", 3, (x, y, z, e) -> part(a, x, 0, 16) * part(b, y, 8, 8) + z);
        add(types + ".po", "%d, %a, %b, %c", 3, (x, y, z, e) -> x * y + z + 1);
        add(types + " minus", "%d, -%a, %b, %c", 3, (x, y, z, e) -> z - x * y);
        if (a.equals("s32") && b.equals("s32")) {
            add(
                    types + ".sat.shr7",
                    "%d, %a, %b, %c",
                    3,
                    (x, y, z, e) -> limited("s32", word(a, x) * word(b, y) + word("s32", z) >> 7, 32));
        }
    }

    private void shifts(String a) {
        for (String d : SIGNS) {
            for (String mode : List.of("clamp", "wrap")) {
                add("vshl." + d + "." + a + ".u32." + mode, "%d, %a.h0, %b.b0", 2, (x, y, z, e) -> {
                    int distance = distance(mode, y & 0xFF);
                    return distance > 31 ? 0 : part(a, x, 0, 16) << distance;
                });
                add(
                        "vshr." + d + "." + a + ".u32." + mode,
                        "%d, %a, %b.b3",
                        2,
                        (x, y, z, e) -> word(a, x) >> distance(mode, y >>> 24));
                add("vshl." + d + "." + a + ".u32." + mode + ".add", "%d, %a, %b.b1, %c", 3, (x, y, z, e) -> {
                    int distance = distance(mode, y >>> 8 & 0xFF);
                    return (distance > 31 ? 0 : x << distance) + z;
                });
                add(
                        "vshr." + d + "." + a + ".u32." + mode + ".add",
                        "%d, %a, %b.b0, %c",
                        3,
                        (x, y, z, e) -> (word(a, x) >> distance(mode, y & 0xFF)) + z);
            }
        }
    }

    private static int distance(String mode, long count) {
        return (int) (mode.equals("clamp") ? Math.min(32, count) : count & 31);
    }

    private static boolean holds(String comparison, long a, long b) {
        return switch (comparison) {
            case "eq" -> a == b;
            case "ne" -> a != b;
            case "lt" -> a < b;
            case "le" -> a <= b;
            case "gt" -> a > b;
            default -> a >= b;
        };
    }

    private void set(String comparison, String a, String b) {
        String types = "." + a + "." + b + "." + comparison;
        add(
                "vset" + types + ".max",
                "%d, %a, %b, %c",
                3,
                (x, y, z, e) -> Math.max(word(a, z), holds(comparison, word(a, x), word(b, y)) ? 1 : 0));
        add("vset" + types, "%d, %a, %b", 2, (x, y, z, e) -> holds(comparison, word(a, x), word(b, y)) ? 1 : 0);
        for (int lanes : new int[] {2, 4}) {
            int bits = 32 / lanes;
            add("vset" + lanes + types + ".add", "%d, %a, %b, %c", 3, (x, y, z, e) -> {
                long sum = z;
                for (int i = 0; i < lanes; i++) {
                    sum += holds(comparison, part(a, x, i * bits, bits), part(b, y, i * bits, bits)) ? 1 : 0;
                }
                return sum;
            });
        }
    }

    /** Without selectors a lane takes the parts of a and b in its own place. */
    private void lanes(String name, String d, String a, String b, int lanes) {
        int bits = 32 / lanes;
        String types = name + lanes + "." + d + "." + a + "." + b;
        for (String sat : List.of("", ".sat")) {
            add(types + sat, "%d, %a, %b, %c", 3, (x, y, z, e) -> {
                long result = 0;
                for (int i = 0; i < lanes; i++) {
                    long value = operation(name, part(a, x, i * bits, bits), part(b, y, i * bits, bits));
                    long kept = sat.isEmpty() ? value : limited(d, value, bits);
                    result |= (kept & ((1L << bits) - 1)) << (i * bits);
                }
                return result;
            });
        }
        // Lane 0 of each pair, from the upper half of b and the lower of a.
        String selected = lanes == 2 ? "%d.h0, %a.h10, %b.h03, %c" : "%d.b0, %a.b3210, %b.b0007, %c";
        add(
                types + ".add part",
                selected,
                3,
                (x, y, z, e) -> operation(name, part(a, x, 0, bits), part(b, y, 32 - bits, bits)) + z);
    }
}
