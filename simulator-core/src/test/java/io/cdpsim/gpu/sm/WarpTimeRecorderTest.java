package io.cdpsim.gpu.sm;

import static io.cdpsim.kernel.code.Operand.f32;
import static io.cdpsim.kernel.code.Operand.u64;
import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.gpu.block.Block;
import io.cdpsim.gpu.block.Warp;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.observe.RunEvent.WarpTime;
import io.cdpsim.observe.RunEvent.WarpTime.Moment;
import io.cdpsim.profile.read.RoundNumbers;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What warps are told to have spent their time with when they come to barriers and to their ends. */
class WarpTimeRecorderTest {
    private static final int DRAM = 700;

    /** The number of the lab's grids. */
    private static final int GRID = 1;

    private final List<WarpTime> told = new ArrayList<>();

    private SmLab lab = lab();

    private SmLab lab() {
        return new SmLab(RoundNumbers.profile("sm.schedulers=1"), ToldWarpTimes.to(told));
    }

    private Sm sm() {
        return lab.sms().get(0);
    }

    private Block block(int warps, Consumer<KernelBuilder> body) {
        KernelBuilder k = new KernelBuilder("k");
        body.accept(k);
        return lab.block(k.build(), 32 * warps);
    }

    /** Of a line that nobody has loaded. */
    private Register load(KernelBuilder k) {
        return k.memory().loadVolatile(ValueType.F32, u64(lab.global().allocate(256)));
    }

    private static Register chain(KernelBuilder k, int additions) {
        Register sum = k.variable(f32(1));
        for (int i = 0; i < additions; i++) {
            sum = k.add(sum, sum);
        }
        return sum;
    }

    private WarpTime timesOf(Consumer<KernelBuilder> body) {
        told.clear();
        lab = lab();
        lab.run(sm(), 0, block(1, body).warp(0));
        assertThat(told).hasSize(1);
        return told.get(0);
    }

    /** The addition waits for the load, and the end comes a cycle behind it. */
    @Test
    void waitingForALoadIsWaitingForMemory() {
        assertThat(timesOf(k -> k.add(load(k), f32(1))))
                .isEqualTo(new WarpTime(DRAM + 1, 0, GRID, 0, 0, Moment.ENDS, DRAM, 0, 0));
    }

    @Test
    void waitingForArithmeticIsComputing() {
        WarpTime times = timesOf(k -> chain(k, 100));
        assertThat(times.memoryCycles()).isZero();
        assertThat(times.timeCycles()).isGreaterThan(99 * 4);
    }

    private long memoryCyclesBeside(int additions) {
        return timesOf(k -> {
                    Register loaded = load(k);
                    k.add(chain(k, additions), loaded);
                })
                .memoryCycles();
    }

    @Test
    void computingWhileALoadIsInFlightIsNotWaiting() {
        assertThat(memoryCyclesBeside(10) - memoryCyclesBeside(30)).isEqualTo(20 * 4);
        assertThat(memoryCyclesBeside(10)).isBetween(DRAM - 11 * 4 - 4L, DRAM - 10 * 4L);
        assertThat(memoryCyclesBeside(200)).isLessThanOrEqualTo(2);
    }

    /** The second warp comes 500 cycles later; a barrier takes 15. */
    @Test
    void arrivingAtABarrierAndContinuingArePublished() {
        Block block = block(2, k -> {
            chain(k, 10);
            k.syncThreads();
        });
        sm().waits(block.warp(1), 500);
        lab.run(sm(), 0, block.warp(0));
        int arrives = 10 * 4 + 1;
        long opens = 500L + arrives + 15;
        assertThat(told.stream().filter(time -> time.warp() == 0))
                .containsExactly(
                        new WarpTime(arrives, 0, GRID, 0, 0, Moment.ARRIVES, 0, 0, 0),
                        new WarpTime(opens, 0, GRID, 0, 0, Moment.PASSES, 0, 0, 0),
                        new WarpTime(opens, 0, GRID, 0, 0, Moment.ENDS, 0, 0, 0));
        assertThat(told.stream().filter(time -> time.warp() == 1).map(WarpTime::moment))
                .containsExactly(Moment.ARRIVES, Moment.PASSES, Moment.ENDS);
    }

    @Test
    void aWarpWhoseBlockWasSwappedOutHasWaitedForSmResources() {
        Block block = block(1, k -> chain(k, 3));
        Warp warp = block.warp(0);
        sm().waits(warp, 0);
        block.swappedOut(true);
        lab.run(sm(), 0);
        assertThat(warp.isParked()).isTrue();
        assertThat(told).isEmpty();

        block.swappedOut(false);
        warp.account();
        warp.parked(false);
        lab.run(sm(), 1_000, warp);
        assertThat(told).extracting(WarpTime::smResourceWaitCycles).containsExactly(1_000L);
        assertThat(told).extracting(WarpTime::memoryCycles).containsExactly(0L);
    }

    @Test
    void aPauseWithoutAnotherReasonIsAWaitForMemory() {
        Block block = block(1, k -> chain(k, 3));
        block.warp(0).account();
        lab.run(sm(), 700, block.warp(0));
        assertThat(told).extracting(WarpTime::memoryCycles).containsExactly(700L);
    }
}
