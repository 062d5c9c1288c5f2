package io.cdpsim.runtime;

import static io.cdpsim.kernel.code.Operand.u32;
import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.Predicate;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.ptx.link.PtxProgram;
import io.cdpsim.ptx.lower.PtxLowering;
import io.cdpsim.ptx.read.PtxReader;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.settings.MachineSettings;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A run without time counts a cycle for each instruction, in whatever order warps are run. */
class UntimedRunTest {
    private static final int LONG_WARP_ROUNDS = 100;
    private static final int BLOCKS = 64;

    private final MachineSettings untimed = MachineSettings.of(Profiles.load("h200", List.of("sm.count=2")))
            .withTimed(false)
            .withInterpret(true);

    /** A kernel one of whose four warps runs a long loop. */
    private static Kernel kernel(BiFunction<KernelBuilder, Register, Predicate> isLong) {
        KernelBuilder k = new KernelBuilder("k");
        Register to = k.parameter(ValueType.U64);
        Register i = k.globalThreadX();
        Register sum = k.variable(u32(1));
        k.ifThen(
                isLong.apply(k, k.threadX()),
                () -> k.forLoop(u32(0), u32(LONG_WARP_ROUNDS), u32(1), any -> k.assign(sum, k.add(sum, u32(1)))));
        k.memory().store(ValueType.U32, k.element(to, i, 4), sum);
        return k.build();
    }

    private double nanos(Kernel kernel, int threads) {
        Host host = new Machine(untimed).host();
        long to = host.malloc(4L * BLOCKS * threads);
        host.launch(kernel, LaunchShape.of(BLOCKS, threads), host.defaultStream(), to);
        assertThat(host.synchronize()).as(host.faultMessage()).hasToString("SUCCESS");
        return host.nowNanos();
    }

    @Test
    void aBlockEndsWithTheLongestOfItsWarps() {
        Kernel first = kernel((k, thread) -> k.less(thread, u32(32)));
        Kernel last = kernel((k, thread) -> k.atLeast(thread, u32(96)));
        double cycles = LONG_WARP_ROUNDS;
        assertThat(nanos(first, 128)).isEqualTo(nanos(last, 128)).isGreaterThan(nanos(last, 96) + cycles / 2);
    }

    /** Warps serve one block after another, and keep their registers where no thread reads one that it has not written. */
    @Test
    void registersThatAThreadHasNotWrittenAreZero() {
        String text = """
                .version 8.0
                .target sm_90
                .address_size 64
                .visible .entry k(.param .u64 to) {
                    .reg .pred %p<2>;
                    .reg .b32 %r<7>;
                    .reg .b64 %rd<4>;
                    ld.param.u64 %rd1, [to];
                    mov.u32 %r1, %ctaid.x;
                    mov.u32 %r2, %ntid.x;
                    mov.u32 %r3, %tid.x;
                    mad.lo.s32 %r4, %r1, %r2, %r3;
                    rem.u32 %r5, %r1, 3;
                    setp.eq.u32 %p1, %r5, 1;
                    @%p1 mov.u32 %r6, 7;
                    bar.sync 0;
                    mul.wide.u32 %rd2, %r4, 4;
                    add.s64 %rd3, %rd1, %rd2;
                    st.global.u32 [%rd3], %r6;
                    ret;
                }
                """;
        Kernel kernel = PtxLowering.kernels(PtxProgram.link(List.of(PtxReader.read("k.ptx", text))), any -> 0L)
                .get("k");
        Host host = new Machine(untimed.withInterpret(false)).host();
        int blocks = 4_000;
        long to = host.malloc(4L * blocks * 32);
        host.launch(kernel, LaunchShape.of(blocks, 32), host.defaultStream(), to);
        assertThat(host.synchronize()).as(host.faultMessage()).hasToString("SUCCESS");
        assertThat(host.memory().readInts(to, blocks * 32))
                .isEqualTo(IntStream.range(0, blocks * 32)
                        .map(i -> i / 32 % 3 == 1 ? 7 : 0)
                        .toArray());
    }
}
