package io.cdpsim.gpu.sm;

import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;
import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.gpu.block.Block;
import io.cdpsim.gpu.block.Warp;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.SpecialRegister;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.profile.read.RoundNumbers;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Accesses of an SM whose atomics wait for their slice of the L2: {@code walk_lanes} and {@code hot} of {@code measurements/programs}. */
class WaitingAtomicsTest {
    private static final int WARPS = 8;

    /** The cycle at which each warp has its value: all but the last add to one word, 32 lanes each, and the last one loads another word. */
    private static List<Long> times(int waitingAtomics, boolean loads) {
        SmLab lab = new SmLab(RoundNumbers.profile("l1.waiting_atomics=" + waitingAtomics));
        long word = lab.global().allocate(4);
        long other = lab.global().allocate(4096) + 2048;
        KernelBuilder k = new KernelBuilder("k");
        Register end = k.variable(u64(0));
        k.ifThenElse(
                k.less(k.threadX(), u32(32 * (WARPS - 1))),
                () -> {
                    Register old = k.memory().atomic(AtomicOperation.ADD, ValueType.U32, u64(word), k.threadX());
                    k.add(old, u32(0));
                    k.assign(end, k.special(SpecialRegister.CLOCK));
                },
                () -> {
                    Register value = loads ? k.memory().load(ValueType.U32, u64(other)) : k.threadX();
                    k.add(value, u32(0));
                    k.assign(end, k.special(SpecialRegister.CLOCK));
                });
        Block block = lab.block(k.build(), 32 * WARPS);
        Warp[] warps = new Warp[WARPS];
        for (int i = 0; i < WARPS; i++) {
            warps[i] = block.warp(i);
        }
        lab.run(lab.sms().get(0), 0, warps);
        List<Long> times = new ArrayList<>();
        for (Warp warp : warps) {
            times.add(warp.state().value(end.index(), 0));
        }
        return times;
    }

    @Test
    void atomicsGoOnInTheOrderInWhichTheyCame() {
        assertThat(times(1, true).subList(0, WARPS - 1)).isSorted();
    }

    @Test
    void aLoadBehindThemWaitsUntilTheyAreSent() {
        long free = times(1_000, true).get(WARPS - 1);
        List<Long> held = times(1, true);
        assertThat(held.get(WARPS - 1)).isGreaterThan(free).isGreaterThan(held.get(WARPS - 3));
    }

    @Test
    void arithmeticDoesNotWait() {
        assertThat(times(1, false).get(WARPS - 1)).isEqualTo(times(1_000, false).get(WARPS - 1));
    }
}
