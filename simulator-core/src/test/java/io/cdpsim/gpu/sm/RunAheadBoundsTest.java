package io.cdpsim.gpu.sm;

import static io.cdpsim.kernel.code.Operand.f32;
import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u64;
import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.gpu.block.Block;
import io.cdpsim.gpu.block.Warp;
import io.cdpsim.gpu.call.DeviceCalls;
import io.cdpsim.gpu.issue.WarpScheduler;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.SpecialRegister;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.profile.read.RoundNumbers;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How far ahead of the clock an SM is simulated, which warps it runs where, and for how long it was in use. */
class RunAheadBoundsTest {
    private static final int BLOCK_START = 250;

    private final SmLab lab = new SmLab(
            RoundNumbers.profile("sm.schedulers=1", "dispatch.block_start=250 cycles", "l2.latency=300 cycles"));
    private final Sm sm = lab.sms().get(0);

    private Warp warp(Consumer<KernelBuilder> body) {
        KernelBuilder k = new KernelBuilder("k");
        body.accept(k);
        return lab.block(k.build(), 32).warp(0);
    }

    /** An addition every 4 cycles. */
    private static void chain(KernelBuilder k) {
        Register sum = k.variable(f32(1));
        for (int i = 0; i < 1_000; i++) {
            sum = k.add(sum, sum);
        }
    }

    /** Somewhere else on the device something happens in the next cycle. */
    private void somethingHappensNext() {
        somethingHappensNextOn(lab);
    }

    private static void somethingHappensNextOn(SmLab device) {
        device.engine().schedule(1, device.engine().register((now, argument) -> {}), 0);
    }

    /** Lets the SM go on once, at a cycle. @return for when it asks to go on again */
    private long asksFor(Warp warp, long now) {
        sm.waits(warp, now);
        return lab.goOnOnce(sm);
    }

    @ParameterizedTest
    @CsvSource({"250, 300, 250", "250, 200, 200", "90, 200, 90", "90, 60, 60"})
    void whatOnlyConcernsTheSmIsSimulatedUntilABlockOrAnAnswerOfTheL2CacheCouldCome(
            int blockStart, int l2Latency, long expected) {
        SmLab other = new SmLab(RoundNumbers.profile(
                "sm.schedulers=1",
                "dispatch.block_start=" + blockStart + " cycles",
                "l2.latency=" + l2Latency + " cycles"));
        KernelBuilder k = new KernelBuilder("k");
        chain(k);
        somethingHappensNextOn(other);
        other.sms().get(0).waits(other.block(k.build(), 32).warp(0), 0);
        assertThat(other.goOnOnce(other.sms().get(0))).isBetween(expected, expected + 3);
    }

    @Test
    void aBlockThatIsOnItsWayIsWaitedFor() {
        somethingHappensNext();
        sm.awaits(180);
        sm.awaits(100);
        assertThat(asksFor(warp(RunAheadBoundsTest::chain), 0)).isBetween(100L, 103L);
    }

    @Test
    void aBlockThatHasComeIsNotWaitedForAnyMore() {
        somethingHappensNext();
        sm.awaits(180);
        sm.awaits(100);
        sm.comesBack(100);
        assertThat(asksFor(warp(RunAheadBoundsTest::chain), 100)).isBetween(180L, 183L);
    }

    @Test
    void whereNothingElseHappensASmRunsFurtherAhead() {
        assertThat(asksFor(warp(RunAheadBoundsTest::chain), 0)).isBetween(2_000L, 2_004L);
    }

    @Test
    void whatOthersCanNoticeIsDoneAtItsTime() {
        somethingHappensNext();
        long word = lab.global().allocate(256);
        Warp warp = warp(k -> {
            k.add(k.add(f32(1), f32(1)), f32(1));
            k.memory().load(StateSpace.GLOBAL, ValueType.F32, u64(word), 0);
            chain(k);
        });
        assertThat(asksFor(warp, 0))
                .as("the load, behind an addition that waits for another")
                .isEqualTo(5);
    }

    @Test
    void whileAWarpWaitsForAnotherComponentTheSmKeepsToTheClock() {
        somethingHappensNext();
        RecordedCalls calls = new RecordedCalls();
        calls.callCycles = DeviceCalls.BLOCKED;
        lab.calls(calls);
        Warp waiting = warp(k -> k.device().getLastError());
        sm.waits(waiting, 0);
        lab.goOnOnce(sm);
        Warp other = warp(RunAheadBoundsTest::chain);
        assertThat(asksFor(other, 10)).isBetween(11L, 14L);

        waiting.goesOn();
        sm.waits(waiting, 20);
        while (lab.nextWake() < 20) {
            lab.goOnOnce(sm);
        }
        assertThat(lab.goOnOnce(sm)).as("when it has come back").isGreaterThan(100);
    }

    @Test
    void aWarpWhoseBlockIsOnAnotherSmIsSentThere() {
        Warp warp = warp(RunAheadBoundsTest::chain);
        sm.waits(warp, 30);
        warp.block().moveTo(1);
        lab.goOnOnce(sm);
        assertThat(lab.scheduled()).containsExactly(new SmLab.Scheduled(warp, 30));
    }

    @Test
    void aWarpWhoseBlockIsSwappedOutDoesNotIssue() {
        Warp warp = warp(k -> k.special(SpecialRegister.CLOCK));
        sm.waits(warp, 30);
        warp.block().swappedOut(true);
        lab.run(sm, 40);
        assertThat(warp.isParked()).isTrue();
        assertThat(lab.ended()).isEmpty();
    }

    @Test
    void theSchedulerWithTheFewestWarpsTakesTheNext() {
        Sm of4 = new SmLab(RoundNumbers.profile("sm.schedulers=4")).sms().get(0);
        WarpScheduler[] taken = new WarpScheduler[8];
        for (int i = 0; i < 8; i++) {
            taken[i] = of4.takeScheduler();
        }
        assertThat(taken).extracting(WarpScheduler::warps).containsOnly(2);
        taken[6].removeWarp();
        assertThat(of4.takeScheduler()).isSameAs(taken[6]);
    }

    @Test
    void anSmIsInUseFromItsFirstBlockToItsLast() {
        enter(100);
        enter(150);
        sm.leave(400);
        assertThat(sm.activeCyclesUpTo(450)).isEqualTo(350);
        assertThat(lab.counters().activeCycles()).isZero();
        sm.leave(500);
        assertThat(sm.activeCyclesUpTo(600)).isZero();
        assertThat(lab.counters().activeCycles()).isEqualTo(400);
        enter(1_000);
        sm.leave(1_001);
        assertThat(lab.counters().activeCycles()).isEqualTo(401);
    }

    private void enter(long now) {
        sm.awaits(now);
        sm.enter(now);
    }

    /** The other warp of the block waits at a barrier, which comes from the SM itself: nobody from outside is waited for. */
    @Test
    void anSmRunsAheadWhileAWarpWaitsAtABarrier() {
        KernelBuilder k = new KernelBuilder("k");
        k.ifThen(k.equal(k.special(SpecialRegister.WARP_SLOT), s32(1)), () -> chain(k));
        k.syncThreads();
        Block block = lab.block(k.build(), 64);
        somethingHappensNext();
        sm.waits(block.warp(0), 0);
        while (block.warp(0).status() != Warp.Status.AT_BARRIER) {
            lab.goOnOnce(sm);
        }
        sm.waits(block.warp(1), 500);
        assertThat(lab.goOnOnce(sm)).isBetween(500L + BLOCK_START, 503L + BLOCK_START);
    }

    /** Whoever changes the word may be on another SM. */
    @Test
    void whileAWarpWaitsForAWordTheSmKeepsToTheClock() {
        long word = lab.global().allocate(4);
        Warp polling = warp(k -> k.doWhile(() -> k.equal(k.memory().loadVolatile(ValueType.S32, u64(word)), s32(0))));
        lab.run(sm, 0, polling);
        assertThat(polling.status()).isEqualTo(Warp.Status.SPINNING);
        somethingHappensNext();
        assertThat(asksFor(warp(RunAheadBoundsTest::chain), 10_000)).isBetween(10_001L, 10_004L);
    }
}
