package io.cdpsim.gpu.sm;

import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;
import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.gpu.block.Warp;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.SpecialRegister;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.memory.Scope;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.read.RoundNumbers;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** How long a warp's atomics on one word take, whose old values nobody uses. No lane can perform an exchange for others. */
class ElectedAtomicTimesTest {
    private static GpuProfile profile(String capability) {
        return RoundNumbers.profile(
                "compute_capability=" + capability,
                "synchronization.fence_device=10 cycles",
                "synchronization.fence_after_stores=0 cycles");
    }

    /** Cycles until all threads of a warp have updated a word. */
    private static long cycles(
            GpuProfile profile, AtomicOperation operation, Function<KernelBuilder, Operand> operand) {
        SmLab lab = new SmLab(profile);
        long word = lab.global().allocate(4);
        KernelBuilder k = new KernelBuilder("k");
        Operand value = operand.apply(k);
        Operand.Register start = k.special(SpecialRegister.CLOCK);
        k.memory().reduce(StateSpace.GLOBAL, operation, ValueType.U32, u64(word), value);
        k.memory().fence(Scope.DEVICE);
        Operand.Register end = k.special(SpecialRegister.CLOCK);
        Warp warp = lab.block(k.build(), 32).warp(0);
        lab.run(lab.sms().get(0), 0, warp);
        assertThat(lab.ended()).contains(warp);
        return warp.state().value(end.index(), 0) - warp.state().value(start.index(), 0);
    }

    @Test
    void aReductionJoinsWhatLanesAddFromComputeCapability8On() {
        GpuProfile ampere = profile("8.0");
        long joined = cycles(ampere, AtomicOperation.ADD, KernelBuilder::threadX);

        assertThat(joined).isEqualTo(cycles(ampere, AtomicOperation.ADD, k -> k.variable(u32(1))));
        assertThat(joined).isLessThan(cycles(ampere, AtomicOperation.EXCHANGE, KernelBuilder::threadX));
    }

    @Test
    void withoutReductionsEachLaneAddsForItself() {
        GpuProfile turing = profile("7.5");
        long each = cycles(turing, AtomicOperation.ADD, KernelBuilder::threadX);

        assertThat(each).isEqualTo(cycles(turing, AtomicOperation.EXCHANGE, KernelBuilder::threadX));
        assertThat(each).isGreaterThan(cycles(turing, AtomicOperation.ADD, k -> k.variable(u32(1))));
    }
}
