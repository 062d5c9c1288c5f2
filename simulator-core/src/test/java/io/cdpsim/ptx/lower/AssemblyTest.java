package io.cdpsim.ptx.lower;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelProperty;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.ptx.link.PtxProgram;
import io.cdpsim.ptx.read.PtxReader;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What an assembler makes of PTX: order of instructions, atomics, scaled indices, registers. */
class AssemblyTest {
    private static Kernel kernel(String head, String body) {
        String text = head + "\n.address_size 64\n" + body;
        var module = PtxReader.read("test.ptx", text);
        return Objects.requireNonNull(PtxLowering.kernels(PtxProgram.link(List.of(module)), symbol -> 0)
                .get("k"));
    }

    private static Kernel kernel(String body) {
        return kernel(".version 9.0\n.target sm_90", body);
    }

    private static List<Opcode> opcodes(Kernel kernel) {
        return Arrays.stream(kernel.code()).map(Instruction::opcode).toList();
    }

    private static Instruction only(Kernel kernel, Opcode opcode) {
        return Arrays.stream(kernel.code())
                .filter(in -> in.opcode() == opcode)
                .reduce((one, other) -> {
                    throw new AssertionError(opcode + " is there twice");
                })
                .orElseThrow();
    }

    /** What ptxas 13.0 makes of a sum over words that differ from another: 16 loads before the first is used, 8 and 4 for the rest (SASS of rowGuarded, {@code measurements/programs/parts.cu}). */
    @Test
    void aLoopThatCountsDownLoadsTheWordsOfFourRoundsTogether() {
        String body = """
            .visible .entry k(.param .u64 from, .param .u64 to, .param .u32 count) {
                .reg .b64 %%rd<3>; .reg .b32 %%r<5>; .reg .pred %%p<3>;
                ld.param.u64 %%rd1, [from]; ld.param.u64 %%rd2, [to]; ld.param.u32 %%r1, [count];
                mov.u32 %%r2, 0;
            LOOP:
                %s
                ld.global.u32 %%r3, [%%rd1];
                setp.eq.s32 %%p1, %%r3, 5;
                @%%p1 bra SAME;
                add.s32 %%r2, %%r2, %%r3;
            SAME:
                add.s64 %%rd1, %%rd1, 4;
                add.s32 %%r1, %%r1, -1;
                setp.ne.s32 %%p2, %%r1, 0;
                @%%p2 bra LOOP;
                st.global.u32 [%%rd2], %%r2;
                ret;
            }
            """;
        List<Opcode> unrolled = opcodes(kernel(body.formatted("")));
        assertThat(unrolled).filteredOn(Opcode.LOAD::equals).hasSize(4 + 2 + 1);
        int first = unrolled.indexOf(Opcode.LOAD);
        int use = first + unrolled.subList(first, unrolled.size()).indexOf(Opcode.COMPARE_S32);
        assertThat(unrolled.subList(first, use)).filteredOn(Opcode.LOAD::equals).hasSize(4);
        assertThat(opcodes(kernel(body.formatted(".pragma \"nounroll\";"))))
                .filteredOn(Opcode.LOAD::equals)
                .hasSize(1);
    }

    /** The function unit takes subnormal numbers as zeros: what keeps them is multiplied before and behind it (SASS of fexp_fast and flog_fast, {@code measurements/programs/sequences.cu}). */
    @ParameterizedTest
    @CsvSource({"ex2.approx, EX2_F32", "lg2.approx, LG2_F32", "rsqrt.approx, RSQRT_F32", "sqrt.approx, SQRT_APPROX_F32"
    })
    void anApproximationThatKeepsSubnormalNumbersScalesThem(String operation, Opcode opcode) {
        String body = """
            .visible .entry k(.param .u64 to) {
                .reg .b64 %%rd<2>; .reg .f32 %%f<3>;
                ld.param.u64 %%rd1, [to]; ld.global.f32 %%f1, [%%rd1];
                %s.f32 %%f2, %%f1;
                st.global.f32 [%%rd1], %%f2; ret;
            }
            """;
        List<Opcode> scaled = opcodes(kernel(body.formatted(operation)));
        assertThat(scaled).containsSubsequence(Opcode.COMPARE_F32, Opcode.MUL_F32, opcode, Opcode.MUL_F32);
        assertThat(opcodes(kernel(body.formatted(operation + ".ftz"))))
                .contains(opcode)
                .doesNotContain(Opcode.COMPARE_F32, Opcode.MUL_F32);
    }

    @Test
    void loadsComeBeforeTheArithmeticThatNeedsAnother() {
        Kernel kernel = kernel("""
            .visible .entry k(.param .u64 p) {
                .reg .b64 %rd<2>; .reg .f32 %f<5>;
                ld.param.u64 %rd1, [p];
                ld.global.f32 %f1, [%rd1];
                mul.f32 %f2, %f1, %f1;
                ld.global.f32 %f3, [%rd1+4];
                mul.f32 %f4, %f3, %f2;
                st.global.f32 [%rd1+8], %f4;
                ret;
            }
            """);

        assertThat(opcodes(kernel))
                .containsSubsequence(Opcode.LOAD, Opcode.LOAD, Opcode.MUL_F32, Opcode.MUL_F32, Opcode.STORE);
    }

    /** Rulebook O-14. */
    @ParameterizedTest
    @CsvSource({
        "mul.f32, add.f32, FMA_F32",
        "mul.f32, sub.f32, FMA_F32",
        "mul.ftz.f32, sub.ftz.f32, FMA_F32",
        "mul.rn.f32, add.f32, ADD_F32",
        "mul.f32, add.rn.f32, ADD_F32",
        "mul.ftz.f32, add.f32, ADD_F32"
    })
    void aProductAndASumAreRoundedOnceWhereNoWordSaysHow(String product, String sum, Opcode last) {
        Kernel kernel = kernel("""
            .visible .entry k(.param .u64 p) {
                .reg .b64 %rd<2>; .reg .f32 %f<6>;
                ld.param.u64 %rd1, [p];
                ld.global.v2.f32 {%f1, %f2}, [%rd1];
                ld.global.f32 %f3, [%rd1+8];
                PRODUCT %f4, %f1, %f2;
                SUM %f5, %f3, %f4;
                st.global.f32 [%rd1], %f5;
                ret;
            }
            """.replace("PRODUCT", product).replace("SUM", sum));

        assertThat(opcodes(kernel)).containsSubsequence(last, Opcode.STORE);
    }

    /** Rulebook O-14. */
    @ParameterizedTest
    @CsvSource({"'', true", "'mov.f32 %f1, %f3;', false"})
    void aProductOfAChangingValueIsRoundedOnceWhereTheValueHolds(String between, boolean fuses) {
        Kernel kernel = kernel("""
            .visible .entry k(.param .u64 p) {
                .reg .pred %p<2>; .reg .b64 %rd<2>; .reg .f32 %f<6>;
                ld.param.u64 %rd1, [p];
                ld.global.v2.f32 {%f1, %f2}, [%rd1];
                ld.global.f32 %f3, [%rd1+8];
                setp.lt.f32 %p1, %f2, %f3;
                @%p1 neg.f32 %f1, %f1;
                mul.f32 %f4, %f1, %f2;
                BETWEEN
                add.f32 %f5, %f3, %f4;
                st.global.v2.f32 [%rd1], {%f5, %f1};
                ret;
            }
            """.replace("BETWEEN", between));

        assertThat(opcodes(kernel).contains(Opcode.FMA_F32)).isEqualTo(fuses);
    }

    @Test
    void aProductThatIsReadTwiceIsRounded() {
        Kernel kernel = kernel("""
            .visible .entry k(.param .u64 p) {
                .reg .b64 %rd<2>; .reg .f32 %f<6>;
                ld.param.u64 %rd1, [p];
                ld.global.v2.f32 {%f1, %f2}, [%rd1];
                mul.f32 %f4, %f1, %f2;
                add.f32 %f5, %f1, %f4;
                st.global.v2.f32 [%rd1], {%f5, %f4};
                ret;
            }
            """);

        assertThat(opcodes(kernel)).contains(Opcode.MUL_F32, Opcode.ADD_F32).doesNotContain(Opcode.FMA_F32);
    }

    @Test
    void aLoadStaysBehindAStoreThatMayMeanTheSameWord() {
        Kernel kernel = kernel("""
            .visible .entry k(.param .u64 p, .param .u64 q) {
                .reg .b64 %rd<3>; .reg .f32 %f<3>;
                ld.param.u64 %rd1, [p];
                ld.param.u64 %rd2, [q];
                ld.global.f32 %f1, [%rd1];
                st.global.f32 [%rd1], 0f3F800000;
                ld.global.f32 %f2, [%rd2];
                st.global.f32 [%rd2+4], %f2;
                st.global.f32 [%rd2+8], %f1;
                ret;
            }
            """);

        assertThat(opcodes(kernel))
                .containsSubsequence(Opcode.LOAD, Opcode.STORE, Opcode.LOAD, Opcode.STORE, Opcode.STORE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mov.u64 %rd2, %clock64; | mov.u64 %rd3, %clock64;",
                "mov.u32 %r1, %clock; | mov.u32 %r2, %clock;",
                "mov.u32 %r1, %clock_hi; | mov.u32 %r2, %clock_hi;",
                "mov.u64 %rd2, %globaltimer; | mov.u64 %rd3, %globaltimer;",
                "mov.u32 %r1, %globaltimer_lo; | mov.u32 %r2, %globaltimer_lo;",
                "mov.u32 %r1, %globaltimer_hi; | mov.u32 %r2, %globaltimer_hi;"
            })
    void nothingPassesAClock(String reads) {
        String[] clocks = reads.split(" \\| ", -1);
        Kernel kernel = kernel("""
            .visible .entry k(.param .u64 p) {
                .reg .b64 %%rd<6>; .reg .f32 %%f<4>; .reg .b32 %%r<3>;
                ld.param.u64 %%rd1, [p];
                ld.global.f32 %%f1, [%%rd1];
                %s
                mul.f32 %%f2, %%f1, %%f1;
                %s
                ld.global.f32 %%f3, [%%rd1+4];
                st.global.u64 [%%rd1+8], %%rd2;
                st.global.u64 [%%rd1+32], %%rd3;
                st.global.u32 [%%rd1+40], %%r1;
                st.global.u32 [%%rd1+44], %%r2;
                st.global.v2.f32 [%%rd1+16], {%%f2, %%f3};
                ret;
            }
            """.formatted(clocks[0], clocks[1]));

        assertThat(opcodes(kernel))
                .containsSubsequence(
                        Opcode.LOAD, Opcode.READ_SPECIAL, Opcode.MUL_F32, Opcode.READ_SPECIAL, Opcode.LOAD);
    }

    /** As ptxas compiles relocatable code: several whose answers nobody reads, adjacent, do not wait for each other. */
    @Test
    void anAtomicWithoutAReaderAnswersIntoARegisterOfItsOwn() {
        Kernel kernel = kernel("""
            .visible .entry k(.param .u64 p) {
                .reg .b64 %rd<2>; .reg .b32 %r<4>;
                ld.param.u64 %rd1, [p];
                atom.global.add.u32 %r1, [%rd1], 1;
                atom.global.add.u32 %r2, [%rd1+4], 1;
                atom.global.add.u32 %r3, [%rd1+8], 1;
                ret;
            }
            """);

        List<Instruction> atomics = Arrays.stream(kernel.code())
                .filter(in -> in.opcode() == Opcode.ATOMIC)
                .toList();
        assertThat(atomics).hasSize(3).allMatch(in -> ((Modifiers.Atomic) in.modifiers()).returnsOld());
        assertThat(atomics.stream().map(Instruction::destination).distinct()).hasSize(3);
    }

    @Test
    void aSharedLoadScalesItsIndex() {
        Kernel kernel = kernel("""
            .visible .entry k(.param .u64 p) {
                .reg .b64 %rd<2>; .reg .b32 %r<8>;
                .shared .align 4 .b8 first[64];
                .shared .align 4 .b8 second[64];
                ld.param.u64 %rd1, [p];
                mov.u32 %r1, %tid.x;
                shl.b32 %r2, %r1, 2;
                mov.u32 %r3, first;
                add.s32 %r4, %r3, %r2;
                st.shared.u32 [%r4], %r1;
                mov.u32 %r5, second;
                add.s32 %r6, %r5, %r2;
                ld.shared.u32 %r7, [%r6+8];
                st.global.u32 [%rd1], %r7;
                ret;
            }
            """);

        Modifiers.Access load = (Modifiers.Access) only(kernel, Opcode.LOAD).modifiers();
        assertThat(load.indexShift()).isEqualTo(2);
        assertThat(load.offsetBytes()).isEqualTo(64 + 8);
    }

    @Test
    void aRootThatKeepsSubnormalNumbersIsScaled() {
        String body = """
            .visible .entry k(.param .u64 p) {
                .reg .b64 %%rd<2>; .reg .f32 %%f<3>;
                ld.param.u64 %%rd1, [p];
                ld.global.f32 %%f1, [%%rd1];
                rsqrt.approx%s.f32 %%f2, %%f1;
                st.global.f32 [%%rd1], %%f2;
                ret;
            }
            """;

        assertThat(opcodes(kernel(body.formatted(""))))
                .containsSubsequence(Opcode.COMPARE_F32, Opcode.MUL_F32, Opcode.RSQRT_F32, Opcode.MUL_F32);
        assertThat(opcodes(kernel(body.formatted(".ftz")))).doesNotContain(Opcode.MUL_F32);
    }

    /** Without launch bounds ptxas 13.0 gives a product of tiles 56 registers, with bounds to 64 to 256 threads 92: a thread has what these leave it. */
    @ParameterizedTest
    @CsvSource({"'', 20, 32", ".maxntid 256 .minnctapersm 4, 50, 64", ".maxntid 64, 60, 255"})
    void withLaunchBoundsMoreLoadsAreInFlight(String bounds, int loads, int mostRegisters) {
        StringBuilder body = new StringBuilder(".visible .entry k(.param .u64 p) " + bounds + " {\n");
        body.append(".shared .b32 s[60]; .reg .b64 %rd<2>; .reg .b32 %r<60>;\nld.param.u64 %rd1, [p];\n");
        for (int i = 0; i < 60; i++) {
            body.append(
                    "ld.global.b32 %%r%d, [%%rd1+%d]; st.shared.b32 [s+%d], %%r%d;\n".formatted(i, 4 * i, 4 * i, i));
        }
        Kernel kernel = kernel(body + "ret;\n}");

        long before = opcodes(kernel).stream()
                .takeWhile(opcode -> opcode != Opcode.STORE)
                .filter(opcode -> opcode == Opcode.LOAD)
                .count();
        assertThat(before).isBetween((long) loads, (long) mostRegisters);
        assertThat(kernel.attributes().registersPerThread()).isLessThanOrEqualTo(mostRegisters);
    }

    /** As ptxas 13.0 prints: an empty kernel has 4, and one that calls has what the convention of calls asks for. */
    @Test
    void parametersTakeNoRegistersAndCallsTakeTheirOwn() {
        Kernel sum = kernel("""
            .visible .entry k(.param .u64 p, .param .u64 a, .param .u64 b, .param .u64 c, .param .u64 d) {
                .reg .b64 %rd<9>;
                ld.param.u64 %rd1, [p]; ld.param.u64 %rd2, [a]; ld.param.u64 %rd3, [b];
                ld.param.u64 %rd4, [c]; ld.param.u64 %rd5, [d];
                add.s64 %rd6, %rd2, %rd3;
                add.s64 %rd7, %rd4, %rd5;
                add.s64 %rd8, %rd6, %rd7;
                st.global.u64 [%rd1], %rd8;
                ret;
            }
            """);
        Kernel calls = kernel("""
            .extern .func (.param .b32 r) __cudaCDP2GetLastError;
            .visible .entry k() {
                { .param .b32 r; call (r), __cudaCDP2GetLastError; }
                ret;
            }
            """);

        assertThat(sum.attributes().registersPerThread()).isLessThanOrEqualTo(8);
        assertThat(calls.attributes().registersPerThread()).isEqualTo(24);
    }

    @Test
    void theNamesOfCdp1StandForItWhereItIs() {
        String body = """
            .extern .func (.param .b32 r) cudaGetLastError;
            .visible .entry k() {
                { .param .b32 r; call (r), cudaGetLastError; }
                ret;
            }
            """;

        assertThat(kernel(".version 9.0\n.target sm_75", body).attributes().has(KernelProperty.FORCED_CDP1))
                .isTrue();
        assertThat(kernel(".version 7.8\n.target sm_75", body).attributes().has(KernelProperty.EARLIER_PTX))
                .isTrue();
        assertThat(kernel(".version 9.0\n.target sm_90", body).attributes().has(KernelProperty.FORCED_CDP1))
                .isFalse();
    }
}
