package io.cdpsim.ptx.lower;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.ptx.link.PtxProgram;
import io.cdpsim.ptx.read.PtxReader;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.settings.MachineSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Products of matrices by {@code wmma}, of every shape, type and layout, give what three loops give. */
class WmmaTest {
    private static final int BYTES = 4096;
    private static final String HEADER = ".version 8.8\n.target sm_90\n.address_size 64\n";

    private final Host host = new Machine(MachineSettings.of(Profiles.load("h200"))).host();
    private final long memory = host.malloc(4L * BYTES);

    /** A product: its shape, the types of A and B, of C and of D, and whether A, B and the sum lie row after row. */
    record Product(int m, int n, int k, String type, String c, String d, boolean[] rows) {
        private String words() {
            String shape = ".m" + m + "n" + n + "k" + k;
            return switch (type) {
                case "f16" -> shape + "." + d + "." + c;
                default -> shape + "." + d + "." + type + "." + type + "." + c;
            };
        }
    }

    static Stream<Product> products() {
        List<Product> all = new ArrayList<>();
        for (int layout = 0; layout < 8; layout++) {
            boolean[] rows = {(layout & 1) != 0, (layout & 2) != 0, (layout & 4) != 0};
            for (int[] shape : new int[][] {{16, 16, 16}, {32, 8, 16}, {8, 32, 16}}) {
                for (String type : List.of("bf16", "s8", "u8")) {
                    String sum = type.equals("bf16") ? "f32" : "s32";
                    all.add(new Product(shape[0], shape[1], shape[2], type, sum, sum, rows));
                }
                for (String c : List.of("f16", "f32")) {
                    for (String d : List.of("f16", "f32")) {
                        all.add(new Product(shape[0], shape[1], shape[2], "f16", c, d, rows));
                    }
                }
            }
            all.add(new Product(16, 16, 8, "tf32", "f32", "f32", rows));
            all.add(new Product(8, 8, 4, "f64", "f64", "f64", rows));
            if (rows[0] && !rows[1]) {
                all.add(new Product(8, 8, 32, "s4", "s32", "s32", rows));
                all.add(new Product(8, 8, 32, "u4", "s32", "s32", rows));
            }
        }
        return all.stream();
    }

    @Test
    void eachProductIsThatOfThreeLoops() {
        products().forEach(product -> {
            SplittableRandom random = new SplittableRandom(product.hashCode());
            boolean isUnsigned = product.type().startsWith("u");
            int[] a = numbers(product.m() * product.k(), isUnsigned, random);
            int[] b = numbers(product.k() * product.n(), isUnsigned, random);
            int[] c = numbers(product.m() * product.n(), false, random);
            write(0, a, product.m(), product.k(), product.rows()[0], product.type());
            write(1, b, product.k(), product.n(), product.rows()[1], product.type());
            write(2, c, product.m(), product.n(), product.rows()[2], product.c());

            run(kernel(product));

            int[] expected = new int[c.length];
            for (int i = 0; i < product.m(); i++) {
                for (int j = 0; j < product.n(); j++) {
                    int sum = c[i * product.n() + j];
                    for (int k = 0; k < product.k(); k++) {
                        sum += a[i * product.k() + k] * b[k * product.n() + j];
                    }
                    expected[i * product.n() + j] = sum;
                }
            }
            assertThat(read(3, product.m(), product.n(), product.rows()[2], product.d()))
                    .as(product.words() + " " + product.rows()[0] + product.rows()[1] + product.rows()[2])
                    .isEqualTo(expected);
        });
    }

    private static int[] numbers(int count, boolean isUnsigned, SplittableRandom random) {
        return random.ints(count, isUnsigned ? 0 : -7, 8).toArray();
    }

    private static String layout(boolean isRow) {
        return isRow ? ".row" : ".col";
    }

    private static Kernel kernel(Product product) {
        String shape = ".m" + product.m() + "n" + product.n() + "k" + product.k();
        String a = MatrixSpelling.vector("wmma.load.a" + shape + "." + product.type(), "{d}", false);
        String b = MatrixSpelling.vector("wmma.load.b" + shape + "." + product.type(), "{d}", false)
                .replace("%r", "%b")
                .replace("%l", "%bl");
        String c = MatrixSpelling.vector("wmma.load.c" + shape + "." + product.c(), "{d}", false)
                .replace("%r", "%c")
                .replace("%l", "%cl");
        String d = MatrixSpelling.vector("wmma.load.c" + shape + "." + product.d(), "{d}", true)
                .replace("%r", "%d")
                .replace("%l", "%dl");
        String text = HEADER + ".visible .entry k(.param .u64 p)\n{\n.reg .b64 %p, %q, %l<9>, %bl<9>, %cl<9>, %dl<9>;\n"
                + ".reg .b32 %r<16>, %b<16>, %c<16>, %d<24>;\nld.param.u64 %p, [p];\n"
                + "wmma.load.a.sync.aligned" + layout(product.rows()[0]) + shape + ".global." + product.type() + " " + a
                + ", [%p];\n"
                + "wmma.load.b.sync.aligned" + layout(product.rows()[1]) + shape + "." + product.type() + " " + b
                + ", [%p+" + BYTES + "];\n"
                + "wmma.load.c.sync.aligned" + layout(product.rows()[2]) + shape + "." + product.c() + " " + c
                + ", [%p+"
                + 2 * BYTES + "];\n"
                + "wmma.mma.sync.aligned" + layout(product.rows()[0]) + layout(product.rows()[1]) + product.words()
                + " "
                + d + ", " + a + ", " + b + ", " + c + ";\n"
                + "wmma.store.d.sync.aligned" + layout(product.rows()[2]) + shape + "." + product.d() + " [%p+"
                + 3 * BYTES + "], " + d + ";\nret;\n}\n";
        return kernel(text);
    }

    private static Kernel kernel(String text) {
        return Objects.requireNonNull(
                PtxLowering.kernels(PtxProgram.link(List.of(PtxReader.read("wmma.ptx", text))), symbol -> 0L)
                        .get("k"));
    }

    private void run(Kernel kernel) {
        host.launch(kernel, LaunchShape.of(1, 32), host.defaultStream(), memory);
        assertThat(host.synchronize().toString()).isEqualTo("SUCCESS");
    }

    private static long bits(int number, String type) {
        return switch (type) {
            case "f16" -> halfBits(number);
            case "bf16" -> Float.floatToRawIntBits(number) >>> 16;
            case "tf32", "f32" -> Float.floatToRawIntBits(number);
            case "f64" -> Double.doubleToRawLongBits(number);
            default -> number;
        };
    }

    private static int number(long bits, String type) {
        return switch (type) {
            case "f16" -> (int) half((int) bits);
            case "f32" -> (int) Float.intBitsToFloat((int) bits);
            case "f64" -> (int) Double.longBitsToDouble(bits);
            default -> (int) bits;
        };
    }

    private static int halfBits(int number) {
        int sign = number < 0 ? 0x8000 : 0;
        int magnitude = Math.abs(number);
        if (magnitude == 0) {
            return 0;
        }
        int exponent = 31 - Integer.numberOfLeadingZeros(magnitude);
        return sign | exponent + 15 << 10 | magnitude << 10 - exponent & 1023;
    }

    /** Whole numbers of half precision. */
    private static double half(int bits) {
        int field = bits >> 10 & 31;
        double magnitude = field == 0 ? 0 : Math.scalb((double) (1024 | bits & 1023), field - 25);
        return (bits & 0x8000) != 0 ? -magnitude : magnitude;
    }

    private static int size(String type) {
        return Integer.parseInt(type.replaceAll("[a-z]", ""));
    }

    private static int place(int row, int column, int rows, int columns, boolean byRow) {
        return byRow ? row * columns + column : column * rows + row;
    }

    private void write(int matrix, int[] values, int rows, int columns, boolean byRow, String type) {
        int bits = size(type.replace("tf32", "f32"));
        int[] words = new int[BYTES / 4];
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                int at = place(i, j, rows, columns, byRow) * bits;
                long value = bits(values[i * columns + j], type);
                if (bits == 64) {
                    words[at / 32] = (int) value;
                    words[at / 32 + 1] = (int) (value >>> 32);
                } else {
                    words[at / 32] |= (int) ((value & (1L << bits) - 1) << at % 32);
                }
            }
        }
        host.memory().write(memory + (long) matrix * BYTES, words);
    }

    private int[] read(int matrix, int rows, int columns, boolean byRow, String type) {
        int bits = size(type);
        int[] words = host.memory().readInts(memory + (long) matrix * BYTES, BYTES / 4);
        int[] values = new int[rows * columns];
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                int at = place(i, j, rows, columns, byRow) * bits;
                long value = bits == 64
                        ? words[at / 32] & 0xFFFFFFFFL | (long) words[at / 32 + 1] << 32
                        : words[at / 32] >>> at % 32;
                values[i * columns + j] = number(value, type);
            }
        }
        return values;
    }
}
