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
import io.cdpsim.runtime.version.CudaError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Each matrix instruction gives for 32 warps of operands what it gives on an H100, bit by bit: {@code measurements/tensor/tensor-h100.txt} has the
 * hashes, and {@code measurements/tensor/tensor.cu} draws the same operands.
 */
class MatrixHashTest {
    private static final Path HARDWARE = Path.of("..", "measurements", "tensor", "tensor-h100.txt");
    private static final int WARPS = 32;

    private static Map<String, String> hashes() throws IOException {
        return Files.readAllLines(HARDWARE).stream()
                .filter(line -> line.startsWith("values "))
                .map(line -> line.split(" "))
                .collect(Collectors.toMap(fields -> fields[1], fields -> fields[2]));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        h16     | m16n8k16.row.col.f32.f16.f16.f32           | h | f | 4  | 2 | 4 | 4
        hh16    | m16n8k16.row.col.f16.f16.f16.f16           | h | h | 4  | 2 | 2 | 2
        h8      | m16n8k8.row.col.f32.f16.f16.f32            | h | f | 2  | 1 | 4 | 4
        hh8     | m16n8k8.row.col.f16.f16.f16.f16            | h | h | 2  | 1 | 2 | 2
        b16     | m16n8k16.row.col.f32.bf16.bf16.f32         | b | f | 4  | 2 | 4 | 4
        b8      | m16n8k8.row.col.f32.bf16.bf16.f32          | b | f | 2  | 1 | 4 | 4
        t8      | m16n8k8.row.col.f32.tf32.tf32.f32          | t | f | 4  | 2 | 4 | 4
        t4      | m16n8k4.row.col.f32.tf32.tf32.f32          | t | f | 2  | 1 | 4 | 4
        s32k    | m16n8k32.row.col.s32.s8.u8.s32             | i | i | 4  | 2 | 4 | 4
        s16k    | m16n8k16.row.col.s32.u8.s8.s32             | i | i | 2  | 1 | 4 | 4
        s32sat  | m16n8k32.row.col.satfinite.s32.s8.s8.s32   | i | i | 4  | 2 | 4 | 4
        s8k     | m8n8k16.row.col.s32.s8.s8.s32              | i | i | 1  | 1 | 2 | 2
        n64     | m16n8k64.row.col.s32.s4.u4.s32             | i | i | 4  | 2 | 4 | 4
        n32     | m16n8k32.row.col.s32.u4.s4.s32             | i | i | 2  | 1 | 4 | 4
        n8      | m8n8k32.row.col.s32.s4.s4.s32              | i | i | 1  | 1 | 2 | 2
        x256    | m16n8k256.row.col.s32.b1.b1.s32.xor.popc   | i | i | 4  | 2 | 4 | 4
        a128    | m16n8k128.row.col.s32.b1.b1.s32.and.popc   | i | i | 2  | 1 | 4 | 4
        x8      | m8n8k128.row.col.s32.b1.b1.s32.xor.popc    | i | i | 1  | 1 | 2 | 2
        e44     | m16n8k32.row.col.f32.e4m3.e4m3.f32         | 4 | f | 4  | 2 | 4 | 4
        e45     | m16n8k32.row.col.f32.e5m2.e5m2.f32         | 5 | f | 4  | 2 | 4 | 4
        e16     | m16n8k16.row.col.f32.e4m3.e4m3.f32         | 4 | f | 2  | 1 | 4 | 4
        eh32    | m16n8k32.row.col.f16.e4m3.e4m3.f16         | 4 | h | 4  | 2 | 2 | 2
        volta32 | m8n8k4.row.col.f32.f16.f16.f32             | h | f | 2  | 2 | 8 | 8
        volta16 | m8n8k4.row.row.f16.f16.f16.f16             | h | h | 2  | 2 | 4 | 4
        w16     | m16n16k16.f32.f32                          | h | f | 8  | 8 | 8 | 8
        d0      | m8n8k4.row.col.f64.f64.f64.f64             | d | d | 2  | 2 | 4 | 4
        d4      | m16n8k4.row.col.f64.f64.f64.f64            | d | d | 4  | 2 | 8 | 8
        d8      | m16n8k8.row.col.f64.f64.f64.f64            | d | d | 8  | 4 | 8 | 8
        d16     | m16n8k16.row.col.f64.f64.f64.f64           | d | d | 16 | 8 | 8 | 8
        """)
    void theResultsAreThoseOfAnH100(String name, String spelling, char ab, char cd, int na, int nb, int nc, int results)
            throws IOException {
        int words = na + nb + nc;
        int[] operands = new int[WARPS * 32 * words];
        for (int thread = 0; thread < WARPS * 32; thread++) {
            for (int i = 0; i < words; i++) {
                long seed = ((long) (thread / 32) << 20 | (thread % 32) << 8 | i) * 7919
                        + name.charAt(0) * 131L
                        + name.length();
                operands[thread * words + i] = word(i < na + nb ? ab : cd, seed, thread / 32, (i & 1) != 0);
            }
        }
        Host host = new Machine(MachineSettings.of(Profiles.load("h100-sxm"))).host();
        long from = host.malloc(4L * operands.length);
        long to = host.malloc(4L * WARPS * 32 * results);
        host.memory().write(from, operands);

        Kernel kernel = kernel(name, spelling, ab == 'd', new int[] {na, nb, nc, results});
        host.launch(kernel, LaunchShape.of(WARPS, 32), host.defaultStream(), from, to);

        assertThat(host.synchronize()).isEqualTo(CudaError.SUCCESS);
        assertThat(hash(host.memory().readInts(to, WARPS * 32 * results))).isEqualTo(hashes().get(name));
    }

    @Test
    void eachMeasuredHashIsOfOneInstruction() throws IOException {
        assertThat(hashes()).hasSize(29);
    }

    private static Kernel kernel(String name, String spelling, boolean isWide, int[] words) {
        int bytes = isWide ? 8 : 4;
        String type = isWide ? "b64" : "b32";
        int inputs = (words[0] + words[1] + words[2]) * 4 / bytes;
        StringBuilder text = new StringBuilder(".version 8.8\n.target sm_90\n.address_size 64\n")
                .append(".visible .entry k(.param .u64 from, .param .u64 to) {\n")
                .append(".reg .b64 %p, %q; .reg .b32 %t, %b; .reg .")
                .append(type)
                .append(" %r<40>;\nld.param.u64 %p, [from]; ld.param.u64 %q, [to];\n")
                .append("mov.u32 %t, %tid.x; mov.u32 %b, %ctaid.x; mad.lo.u32 %t, %b, 32, %t;\n")
                .append("mad.wide.u32 %p, %t, " + inputs * bytes + ", %p; mad.wide.u32 %q, %t, " + words[3] * 4
                        + ", %q;\n");
        for (int i = 0; i < inputs; i++) {
            text.append("ld.global." + type + " %r" + i + ", [%p+" + i * bytes + "];\n");
        }
        int b = words[0] * 4 / bytes;
        int c = b + words[1] * 4 / bytes;
        int results = words[3] * 4 / bytes;
        text.append(name.equals("w16") ? "wmma.mma.sync.aligned.row.row." : "mma.sync.aligned.")
                .append(spelling)
                .append(" " + row(inputs, results) + ", " + row(0, b) + ", " + row(b, c - b) + ", " + row(c, inputs - c)
                        + ";\n");
        for (int i = 0; i < results; i++) {
            text.append("st.global." + type + " [%q+" + i * bytes + "], %r" + (inputs + i) + ";\n");
        }
        var module = PtxReader.read("k.ptx", text + "ret;\n}\n");
        return PtxLowering.kernels(PtxProgram.link(List.of(module)), symbol -> 0)
                .get("k");
    }

    private static String row(int first, int count) {
        return IntStream.range(first, first + count).mapToObj(i -> "%r" + i).collect(Collectors.joining(",", "{", "}"));
    }

    /** FNV-1a of the words' bytes. */
    private static String hash(int[] words) {
        long hash = 0xCBF29CE484222325L;
        for (int word : words) {
            for (int k = 0; k < 32; k += 8) {
                hash = (hash ^ (word >> k & 0xFF)) * 0x100000001B3L;
            }
        }
        return String.format("%016x", hash);
    }

    private static int word(char type, long seed, int warp, boolean isOdd) {
        long r = mix(seed);
        long s = mix(seed ^ 0x5555);
        int distribution = warp % 4;
        return switch (type) {
            case 'h' -> real(r, distribution, 10, 5) | real(s, distribution, 10, 5) << 16;
            case 'b' -> real(r, distribution, 7, 8) | real(s, distribution, 7, 8) << 16;
            case 't' -> real(r, distribution, 23, 8);
            case 'f' -> warp % 8 == 4 ? 0 : real(r, distribution, 23, 8);
            case '4', '5' -> {
                int fraction = type == '4' ? 3 : 2;
                int word = 0;
                for (int i = 0; i < 4; i++) {
                    word |= real(mix(r + i), distribution, fraction, 7 - fraction) << 8 * i;
                }
                yield word;
            }
            // The upper word of two has sign and exponent.
            case 'd' ->
                isOdd && distribution != 3
                        ? (int) r & 0x800FFFFF | 1023 + (int) Long.remainderUnsigned(mix(r), 41) - 20 << 20
                        : (int) r;
            default -> (int) r;
        };
    }

    /** A number of so many bits of fraction and exponent; the last of four distributions draws any bits. */
    private static int real(long random, int distribution, int fraction, int exponent) {
        int bits = (int) (random & (1L << fraction + exponent + 1) - 1);
        int sign = bits & 1 << fraction + exponent;
        int bias = (1 << exponent - 1) - 1;
        long draw = mix(random);
        if (distribution == 3) {
            return bits;
        }
        if (distribution == 1 && Long.remainderUnsigned(draw, 5) == 0) {
            return sign;
        }
        int spread = distribution == 0 ? 2 : distribution == 1 ? 5 : exponent >= 8 ? 40 : bias - 1;
        int at = (int) ((draw >>> 20) % (2L * spread + 1)) - spread;
        boolean isPower = distribution == 2 && Long.remainderUnsigned(draw, 3) == 0;
        int kept = isPower ? 0 : bits & (1 << fraction) - 1;
        return sign | bias + at << fraction | kept;
    }

    private static long mix(long value) {
        long x = value + 0x9E3779B97F4A7C15L;
        x = (x ^ x >>> 30) * 0xBF58476D1CE4E5B9L;
        x = (x ^ x >>> 27) * 0x94D049BB133111EBL;
        return x ^ x >>> 31;
    }
}
