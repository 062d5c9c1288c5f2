package io.cdpsim.gpu.sm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import io.cdpsim.gpu.block.Warp;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.ptx.link.PtxProgram;
import io.cdpsim.ptx.lower.PtxLowering;
import io.cdpsim.ptx.read.PtxReader;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How long atomics on shared memory take a warp whose lanes meet at some words. The cycles are medians of {@code measurements/sharedatomics-h200.csv}. */
class SharedAtomicTimesTest {
    private static final int STEPS = 16;
    private static final int MORE_STEPS = 32;
    private static final String COUNTED = "atom.shared.add.u32 %r7, [%r2], 1;";
    private static final String ADDED = "atom.shared.add.u32 %r7, [%r2], %r4;";
    private static final String RETURNED = "atom.shared.add.u32 %r4, [%r2], %r4;";

    private static final String TEXT = """
        .version 8.8
        .target sm_90
        .address_size 64
        .visible .entry k() {
            .shared .align 8 .b8 words[256];
            .reg .b32 %r<9>; .reg .b64 %l<4>; .reg .f32 %f<4>; .reg .f64 %d<4>;
            mov.u32 %r1, %tid.x; and.b32 %r2, %r1, MASK; shl.b32 %r2, %r2, 3; mov.u32 %r3, words; add.s32 %r2, %r2, %r3;
            or.b32 %r4, %r1, 1; cvt.u64.u32 %l1, %r4; cvt.rn.f32.u32 %f1, %r4; cvt.rn.f64.u32 %d1, %r4;
            mov.u32 %r5, %clock;
            ATOMICS
            mov.u32 %r6, %clock; sub.s32 %r6, %r6, %r5; st.global.u32 [ADDRESS], %r6;
            ret;
        }
        """;

    /** Cycles of one of some atomics in a row, without what is before and behind them. */
    private static double each(String atomic, int words) {
        return (double) (cycles(atomic, words, MORE_STEPS) - cycles(atomic, words, STEPS)) / (MORE_STEPS - STEPS);
    }

    private static long cycles(String atomic, int words, int steps) {
        SmLab lab = new SmLab(Profiles.load("h200"));
        long to = lab.global().allocate(4);
        String text = TEXT.replace("MASK", String.valueOf(words - 1))
                .replace("ATOMICS", atomic.repeat(steps))
                .replace("ADDRESS", String.valueOf(to));
        PtxProgram program = PtxProgram.link(List.of(PtxReader.read("k.ptx", text)));
        Kernel kernel =
                Objects.requireNonNull(PtxLowering.kernels(program, symbol -> 0).get("k"));
        Warp warp = lab.block(kernel, 32).warp(0);
        lab.run(lab.sms().get(0), 0, warp);
        assertThat(lab.ended()).contains(warp);
        return lab.global().loadInt(to);
    }

    /** No instruction performs them: a round of a loop for each lane of a word. */
    @ParameterizedTest
    @CsvSource({
        "'atom.shared.add.f32 %f2, [%r2], %f1;', 1, 3367.5",
        "'atom.shared.add.f32 %f2, [%r2], %f1;', 4, 842.6",
        "'atom.shared.add.u64 %l2, [%r2], %l1;', 1, 3581.9",
        "'atom.shared.add.u64 %l2, [%r2], %l1;', 8, 481.9",
        "'atom.shared.add.f64 %d2, [%r2], %d1;', 1, 3784.4",
        "'atom.shared.add.f64 %d2, [%r2], %d1;', 16, 239.4",
    })
    void floatsAndWordsOf64BitsTakeARoundForEachLaneThatMeetsOthers(String atomic, int words, double measured) {
        assertThat(each(atomic, words)).isCloseTo(measured, withPercentage(12));
    }

    /** Row {@code add_u32_used}: 116 and 56 cycles at one word and sixteen. */
    @Test
    void aReturnedWordTakesTwoCyclesForEachFurtherLane() {
        assertThat(each(RETURNED, 1) - each(RETURNED, 16)).isCloseTo(116.0 - 56.0, withPercentage(5));
    }

    /** Row {@code add_u32} of 32 warps: 500 cycles for 512 lanes on each of two words. */
    @Test
    void eachLaneThatAddsToAWordTakesACycleUnlessAllCount() {
        assertThat(each(ADDED, 2)).isCloseTo(500.0 / 32, withPercentage(5));
        assertThat(each(COUNTED, 2))
                .as("as often as a warp issues on memory: reds in spacing-h200.txt")
                .isEqualTo(4);
    }

    /** Row {@code min_u64}: 103 to 106 cycles however many lanes meet, 27 of which are the loop's. */
    @Test
    void whoBringsNoLesserValueOnlyCompares() {
        String least = "atom.shared.min.u64 %l2, [%r2], %l1;";
        assertThat(each(least, 1)).isCloseTo(103.0 - 27, withPercentage(12));
        assertThat(each(least, 16)).isCloseTo(each(least, 1), withPercentage(5));
    }
}
