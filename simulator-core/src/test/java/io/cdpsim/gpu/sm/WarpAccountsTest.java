package io.cdpsim.gpu.sm;

import static io.cdpsim.kernel.code.Operand.f32;
import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u64;
import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.gpu.block.Block;
import io.cdpsim.gpu.block.Warp;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.observe.RunEvent.WarpTime;
import io.cdpsim.observe.RunEvent.WarpTime.Moment;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.read.RoundNumbers;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What the time of warps goes into, beside what comes before and behind it, and in warps that start again. */
class WarpAccountsTest {
    private static final int DRAM = 700;
    private static final int CALL = 300;
    private static final int ADDITION = 4;

    private final List<WarpTime> told = new ArrayList<>();
    private final GpuProfile profile = RoundNumbers.profile("sm.schedulers=1", "pipes.integer.width=32 lanes/cycle");
    private final SmLab lab = new SmLab(profile, ToldWarpTimes.to(told));
    private final Sm sm = lab.sms().get(0);

    private Block block(int warps, Consumer<KernelBuilder> body) {
        KernelBuilder k = new KernelBuilder("k");
        body.accept(k);
        return lab.block(k.build(), 32 * warps);
    }

    private Register load(KernelBuilder k) {
        return k.memory().loadVolatile(ValueType.F32, u64(lab.global().allocate(256)));
    }

    private static void chain(KernelBuilder k, int additions) {
        Operand sum = f32(1);
        for (int i = 0; i < additions; i++) {
            sum = k.add(sum, f32(1));
        }
    }

    @Test
    void aWaitForMemoryIsAsLongBehindAComputationAsWithoutOne() {
        lab.run(
                sm,
                0,
                block(1, k -> {
                            chain(k, 100);
                            k.add(load(k), f32(1));
                        })
                        .warp(0));
        assertThat(told).hasSize(1);
        assertThat(told.get(0).memoryCycles()).isBetween(DRAM - (long) ADDITION, DRAM + 0L);
    }

    @Test
    void aCallTakesWhatItTakesBehindAComputation() {
        lab.calls(new RecordedCalls());
        lab.run(
                sm,
                0,
                block(1, k -> {
                            chain(k, 100);
                            k.device().getLastError();
                        })
                        .warp(0));
        assertThat(told).extracting(WarpTime::moment).containsExactly(Moment.CALLS, Moment.ENDS);
        assertThat(told.get(1).callCycles()).isBetween((long) CALL, (long) CALL + ADDITION);
    }

    @Test
    void timeReportedAtABarrierIsNotReportedAgain() {
        lab.run(
                sm,
                0,
                block(1, k -> {
                            k.add(load(k), f32(1));
                            k.syncThreads();
                        })
                        .warp(0));
        assertThat(told).extracting(WarpTime::moment).containsExactly(Moment.ARRIVES, Moment.PASSES, Moment.ENDS);
        assertThat(told).extracting(WarpTime::memoryCycles).containsExactly((long) DRAM, 0L, 0L);
    }

    /** Until it is woken, a warp that polls a word waits for memory: no longer than it has been there. */
    @Test
    void aWarpThatSpinsWaitsForMemory() {
        long word = lab.global().allocate(4);
        int woken = 50_000;
        Warp warp = block(1, k -> k.doWhile(() -> k.equal(k.memory().loadVolatile(ValueType.S32, u64(word)), s32(0))))
                .warp(0);
        lab.run(sm, 0, warp);
        assertThat(warp.status()).isEqualTo(Warp.Status.SPINNING);
        lab.global().storeInt(word, 1);
        lab.spinParking().changed(word, 4, woken);
        lab.run(sm, lab.scheduled().get(lab.scheduled().size() - 1).time(), warp);
        assertThat(told).hasSize(1);
        assertThat(told.get(0).timeCycles()).isBetween(50_000L, 51_000L);
        // Each turn that it ran has a comparison and a jump.
        assertThat(told.get(0).memoryCycles())
                .isBetween(
                        woken - 10L * (profile.pipes().predicateLatencyCycles() + 20),
                        told.get(0).timeCycles());
    }

    @Test
    void aWarpThatStartsLateHasNotWaitedBefore() {
        Block block = block(1, k -> chain(k, 3));
        Warp warp = block.warp(0);
        for (int i = 1; i <= 2; i++) {
            warp.start(block, 0, warp.scheduler(), 0, 10_000L * i);
            lab.run(sm, 10_000L * i, warp);
        }
        assertThat(told).extracting(WarpTime::memoryCycles).containsExactly(0L, 0L);
        assertThat(told.get(1).timeCycles() - told.get(0).timeCycles()).isEqualTo(10_000);
    }

    /** What a warp has waited for before it is stopped is none of those who have it next. */
    @Test
    void aReusedWarpStartsWithAnEmptyBreakdown() {
        Block block = block(1, k -> {
            k.add(load(k), f32(1));
            chain(k, 1_000);
        });
        Warp warp = block.warp(0);
        lab.engine().schedule(1, lab.engine().register((now, argument) -> {}), 0);
        sm.waits(warp, 0);
        lab.goOnOnce(sm);
        assertThat(warp.account().memoryCycles()).isPositive();
        warp.start(block, 0, warp.scheduler(), 0, 5_000);
        assertThat(warp.account().memoryCycles()).isZero();
        assertThat(warp.account().accountedUntil()).isEqualTo(5_000);
    }
}
