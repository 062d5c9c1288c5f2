package io.cdpsim.gpu.sm;

import static io.cdpsim.kernel.code.Operand.f32;
import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u64;
import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.gpu.block.Warp;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.BulkMix;
import io.cdpsim.kernel.code.BulkMix.Part;
import io.cdpsim.kernel.code.BulkMix.Spread;
import io.cdpsim.kernel.code.BulkMix.Step;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.SpecialRegister;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.profile.read.RoundNumbers;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** A warp alone in bulk instructions: as many times an iteration as it has iterations. */
class BulkInstructionTest {
    /** So many that each of the turns in which a bulk instruction is run has a whole number of lines. */
    private static final int ITERATIONS = 480;

    private long now;
    private final SmLab lab = new SmLab(RoundNumbers.profile("sm.schedulers=1"));

    private static BulkMix mix(Consumer<KernelBuilder> body) {
        KernelBuilder k = new KernelBuilder("loop");
        body.accept(k);
        List<Step> steps = new ArrayList<>();
        for (Instruction in : k.build().code()) {
            if (in.opcode() != Opcode.EXIT) {
                steps.add(new Step(in, Spread.BY_LANE, false));
            }
        }
        return new BulkMix(List.of(new Part(steps, 1)));
    }

    /** Cycles of a bulk instruction between two reads of the clock, one of which it takes to issue. */
    private long cycles(BulkMix mix, int iterations) {
        KernelBuilder k = new KernelBuilder("bulk");
        Register start = k.special(SpecialRegister.CLOCK);
        k.bulk(s32(iterations), mix, u64(1 << 20));
        Register end = k.special(SpecialRegister.CLOCK);
        Warp warp = lab.block(k.build(), 32).warp(0);
        lab.run(lab.sms().get(0), now, warp);
        warp.scheduler().removeWarp();
        now = warp.state().value(end.index(), 0) + 1;
        return warp.state().value(end.index(), 0) - warp.state().value(start.index(), 0) - 1;
    }

    @Test
    void whatOnlyComputesTakesItsChainForEachIteration() {
        BulkMix threeAdditions = mix(k -> {
            Register sum = k.add(f32(1), f32(1));
            k.add(k.add(sum, sum), sum);
        });
        assertThat(cycles(threeAdditions, ITERATIONS)).isEqualTo(ITERATIONS * (4 + 4 + 1L));
    }

    /** A line an iteration, and an addition that waits for it. */
    @Test
    void memoryIsReadFromDramOnceAndFromL1AfterThat() {
        BulkMix loads = mix(k -> k.add(k.memory().load(StateSpace.GLOBAL, ValueType.F32, u64(0), 0), f32(1)));
        assertThat(cycles(loads, ITERATIONS)).isEqualTo(ITERATIONS * (700 + 1L));
        assertThat(cycles(loads, ITERATIONS)).isEqualTo(ITERATIONS * (30 + 1L));
        assertThat(cycles(loads, 2 * ITERATIONS)).isEqualTo(ITERATIONS * (30 + 1L + 700 + 1));
    }
}
