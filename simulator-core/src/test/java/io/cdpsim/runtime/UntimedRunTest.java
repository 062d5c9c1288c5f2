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
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.settings.MachineSettings;
import java.util.List;
import java.util.function.BiFunction;
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
}
