package io.cdpsim.gpu.region;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.ptx.link.PtxProgram;
import io.cdpsim.ptx.lower.PtxLowering;
import io.cdpsim.ptx.optimize.Optimizer;
import io.cdpsim.ptx.read.PtxReader;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.settings.MachineSettings;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Accesses of lanes that run alone, against the load-store unit of a timed run. */
class RegionAccessTest {
    private static final int BLOCKS = 40;
    private static final int THREADS = 96;

    /** Not a multiple of a page: 64 KiB, so that the last page is used in part. */
    private static final int WORDS = 70_001;

    private static final String HEAD = """
        .version 8.0
        .target sm_90
        .address_size 64
        .visible .entry k(.param .u64 from, .param .u64 to, .param .u32 words)
        {
          .reg .pred %p<4>;
          .reg .b16 %h<4>;
          .reg .b32 %r<16>;
          .reg .f32 %f<8>;
          .reg .b64 %d<16>;
          .shared .align 16 .b8 tile[2048];
          .local .align 16 .b8 own[64];
          ld.param.u64 %d1, [from];
          ld.param.u64 %d2, [to];
          ld.param.u32 %r9, [words];
          mov.u32 %r1, %ctaid.x;
          mov.u32 %r2, %ntid.x;
          mov.u32 %r3, %tid.x;
          mad.lo.s32 %r4, %r1, %r2, %r3;
          shl.b32 %r5, %r3, 4;
          mov.u32 %r10, 0;
        again:
          mul.lo.u32 %r6, %r4, 7919;
          mad.lo.u32 %r6, %r10, 31, %r6;
          rem.u32 %r6, %r6, %r9;
          and.b32 %r6, %r6, 0xFFFFFFFC;
          mul.wide.u32 %d3, %r6, 4;
          add.s64 %d4, %d1, %d3;
          mul.wide.u32 %d5, %r4, 64;
          add.s64 %d6, %d2, %d5;
        """;

    private static final String TAIL = """

          add.u32 %r10, %r10, 1;
          setp.lt.u32 %p1, %r10, 3;
          @%p1 bra again;
          ret;
        }
        """;

    private record Outcome(String error, int[] memory) {}

    private static Outcome run(boolean timed, String body, int words) {
        Host host = new Machine(MachineSettings.of(Profiles.load("h200")).withTimed(timed)).host();
        var module = PtxReader.read("accesses.ptx", (HEAD + body + TAIL).getBytes(StandardCharsets.UTF_8));
        Kernel kernel = Objects.requireNonNull(
                PtxLowering.kernels(PtxProgram.link(List.of(module)), symbol -> 0, Optimizer.allPasses())
                        .get("k"));
        long from = host.malloc(4L * WORDS);
        long to = host.malloc(64L * BLOCKS * THREADS);
        // Every second word has the exponent of a NaN, with any payload.
        SplittableRandom random = new SplittableRandom(7);
        int[] bits = random.ints(WORDS / 2).toArray();
        for (int i = 0; i < bits.length; i += 2) {
            bits[i] |= 0x7F800000;
        }
        host.memory().write(from, bits);
        host.launch(kernel, LaunchShape.of(BLOCKS, THREADS), host.defaultStream(), from, to, words);
        String error = host.synchronize().toString();
        return new Outcome(error, host.memory().readInts(to, 16 * BLOCKS * THREADS));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ld.global.s8 %r7, [%d4+1]; st.global.u8 [%d6+1], %r7; st.global.u32 [%d6+8], %r7;",
                "ld.global.u8 %r7, [%d4+3]; st.global.u8 [%d6], %r7; st.global.u32 [%d6+8], %r7;",
                "ld.global.s16 %r7, [%d4+2]; st.global.u16 [%d6+2], %r7; st.global.u32 [%d6+8], %r7;",
                "ld.global.u16 %r7, [%d4]; st.global.u16 [%d6+2], %r7; st.global.u32 [%d6+8], %r7;",
                "ld.global.u64 %d7, [%d4]; st.global.u64 [%d6+8], %d7; ld.u64 %d8, [%d6+8]; st.u64 [%d6+16], %d8;",
                "ld.global.v4.u32 {%r5,%r6,%r7,%r8}, [%d4]; st.global.v4.u32 [%d6+16], {%r8,%r7,%r6,%r5};",
                "ld.global.v2.f32 {%f1,%f2}, [%d4]; st.global.v2.f32 [%d6], {%f2,%f1}; add.f32 %f3, %f1, %f2; st.f32"
                        + " [%d6+8], %f3;",
                "ld.global.f32 %f1, [%d4]; add.f32 %f2, %f1, %f1; ld.global.f32 %f2, [%d4+4]; st.global.f32 [%d6],"
                        + " %f2; mul.f32 %f2, %f2, %f1; st.global.f32 [%d6+4], %f2;",
                "ld.global.v4.f32 {%f1,%f2,%f3,%f4}, [%d4]; setp.gt.f32 %p2, %f1, %f2; @%p2 fma.rn.f32 %f3, %f1, %f2,"
                        + " %f4; @!%p2 rsqrt.approx.f32 %f3, %f1; st.global.v2.f32 [%d6+24], {%f3,%f4};",
                "ld.u32 %r7, [%d4]; mov.u32 %r8, tile; add.u32 %r8, %r8, %r5; st.shared.v2.u32 [%r8], {%r7,%r4};"
                        + " st.u32 [%d6], %r7;",
                "ld.u64 %d7, [%d4]; st.local.u64 [own+8], %d7; ld.local.u32 %r7, [own+12]; ld.local.u8 %r8, [own+9];"
                        + " st.v2.u32 [%d6], {%r7,%r8};",
                "ld.u32 %r7, [%d4]; setp.lt.s32 %p2, %r7, 0; @%p2 st.u32 [%d6+4], %r10; @!%p2 ld.u32 %r7, [%d4+8];"
                        + " st.u32 [%d6+8], %r7;"
            })
    void lanesThatRunAloneLoadAndStoreTheSame(String body) {
        Outcome timed = run(true, body, WORDS - 4);
        assertThat(timed.error()).isEqualTo("SUCCESS");
        Outcome untimed = run(false, body, WORDS - 4);
        assertThat(untimed.error()).isEqualTo(timed.error());
        assertThat(untimed.memory()).isEqualTo(timed.memory());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ld.global.u32 %r7, [%d4]; st.global.u32 [%d6], %r7;",
                "ld.global.u32 %r7, [%d4+2]; st.global.u32 [%d6], %r7;",
                "ld.global.u32 %r7, [%d4]; st.global.u64 [%d6+4], %d3;",
                "mov.u32 %r8, tile; mad.lo.u32 %r8, %r4, 16, %r8; st.shared.u32 [%r8], %r7; ld.global.u32 %r7, [%d4];",
                "mul.wide.u32 %d9, %r10, 32; mov.u64 %d10, own; add.s64 %d9, %d10, %d9; st.local.u32 [%d9], %r7;"
                        + " ld.global.u32 %r7, [%d4];"
            })
    void accessesThatFaultFaultTheSame(String body) {
        String timed = run(true, body, 2 * WORDS).error();
        assertThat(timed).isNotEqualTo("SUCCESS");
        assertThat(run(false, body, 2 * WORDS).error()).isEqualTo(timed);
    }
}
