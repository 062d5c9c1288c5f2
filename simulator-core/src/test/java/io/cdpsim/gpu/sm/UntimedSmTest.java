package io.cdpsim.gpu.sm;

import static io.cdpsim.kernel.code.Operand.f32;
import static io.cdpsim.kernel.code.Operand.s32;
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
import io.cdpsim.memory.Scope;
import io.cdpsim.observe.RunListeners;
import io.cdpsim.profile.read.RoundNumbers;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An SM without timing: each instruction takes a cycle. */
class UntimedSmTest {
    private final SmLab lab = new SmLab(RoundNumbers.profile(), RunListeners.NONE, false);
    private final Sm sm = lab.sms().get(0);
    private final RecordedCalls calls = new RecordedCalls();
    private final long word = lab.global().allocate(256);

    UntimedSmTest() {
        lab.calls(calls);
    }

    private static Register chain(KernelBuilder k, int additions) {
        Register sum = k.variable(f32(1));
        for (int i = 0; i < additions; i++) {
            sum = k.add(sum, f32(1));
        }
        return sum;
    }

    private Block block(int warps, Consumer<KernelBuilder> body) {
        KernelBuilder k = new KernelBuilder("k");
        body.accept(k);
        return lab.block(k.build(), 32 * warps);
    }

    /** Cycles between two reads of the clock, one of which is that of the first. */
    private long cycles(Consumer<KernelBuilder> between) {
        Register[] clock = new Register[2];
        Warp warp = block(1, k -> {
                    clock[0] = k.special(SpecialRegister.CLOCK);
                    between.accept(k);
                    clock[1] = k.special(SpecialRegister.CLOCK);
                })
                .warp(0);
        lab.run(sm, 0, warp);
        assertThat(lab.ended()).contains(warp);
        return warp.state().value(clock[1].index(), 0) - warp.state().value(clock[0].index(), 0) - 1;
    }

    @Test
    void eachInstructionTakesACycle() {
        assertThat(cycles(k -> {})).isZero();
        assertThat(cycles(k -> chain(k, 30)) - cycles(k -> chain(k, 10))).isEqualTo(20);
        assertThat(cycles(k -> k.memory().loadVolatile(ValueType.S32, u64(word))))
                .isEqualTo(1);
        assertThat(cycles(k -> k.memory().store(ValueType.S32, u64(word), s32(1))))
                .isEqualTo(1);
        assertThat(cycles(k -> k.memory().atomic(AtomicOperation.ADD, ValueType.S32, u64(word), s32(1))))
                .isEqualTo(1);
    }

    @Test
    void whatAWarpComputesAndStoresIsThere() {
        lab.run(
                sm,
                0,
                block(1, k -> k.memory().store(ValueType.F32, u64(word), chain(k, 41)))
                        .warp(0));
        assertThat(Float.intBitsToFloat(lab.global().loadInt(word))).isEqualTo(42f);
    }

    @Test
    void everyInstructionIsCounted() {
        lab.run(sm, 0, block(1, k -> chain(k, 10)).warp(0));
        long few = lab.counters().warpInstructions();
        lab.run(sm, 10_000, block(1, k -> chain(k, 35)).warp(0));
        assertThat(lab.counters().warpInstructions() - 2 * few).isEqualTo(25);
    }

    @Test
    void aWarpRunsForAWhileAndThenLetsOthersRun() {
        Block block = block(2, k -> k.memory().store(ValueType.F32, u64(word), chain(k, 3_000)));
        sm.waits(block.warp(0), 0);
        sm.waits(block.warp(1), 0);
        assertThat(lab.goOnOnce(sm)).isGreaterThanOrEqualTo(2_000);
        assertThat(lab.counters().warpInstructions()).isGreaterThanOrEqualTo(4_000);
    }

    private static void loop(KernelBuilder k) {
        Register count = k.variable(s32(0));
        k.doWhile(() -> {
            k.increment(count, s32(1));
            k.memory().fence(Scope.BLOCK);
            return k.less(count, s32(100_000));
        });
    }

    @Test
    void aLoopDoesNotKeepOthersFromRunningForLong() {
        sm.waits(block(1, UntimedSmTest::loop).warp(0), 0);
        assertThat(lab.goOnOnce(sm)).isBetween(2_000L, 2_100L);
    }

    static Stream<Consumer<KernelBuilder>> concernsMoreThanMemory() {
        return Stream.of(
                KernelBuilder::syncThreads,
                k -> k.device().getLastError(),
                k -> k.printf("x"),
                k -> k.nanosleep(u32(5)),
                KernelBuilder::trap);
    }

    @ParameterizedTest
    @MethodSource("concernsMoreThanMemory")
    void whatConcernsMoreThanMemoryHappensAtTheClocksTime(Consumer<KernelBuilder> what) {
        Warp warp = block(1, k -> {
                    k.memory().store(ValueType.F32, u64(word), chain(k, 50));
                    what.accept(k);
                })
                .warp(0);
        // Something happens elsewhere in the next cycle.
        lab.engine().schedule(1, lab.engine().register((now, argument) -> {}), 0);
        sm.waits(warp, 0);
        // A store behind a move and 50 additions.
        assertThat(lab.goOnOnce(sm)).isEqualTo(1 + 50 + 1);
        assertThat(lab.ended()).isEmpty();
        assertThat(calls.told).isEmpty();
        assertThat(lab.faults()).isEmpty();
        assertThat(lab.global().loadInt(word)).isEqualTo(Float.floatToIntBits(51f));
    }

    @Test
    void aWarpOfAKernelThatActsOnMemoryAloneEndsAheadOfTheClockAtItsOwnCycle() {
        Warp warp = block(1, k -> k.memory().store(ValueType.F32, u64(word), chain(k, 50)))
                .warp(0);
        lab.engine().schedule(1, lab.engine().register((now, argument) -> {}), 0);
        sm.waits(warp, 0);
        assertThat(lab.goOnOnce(sm)).isEqualTo(Long.MAX_VALUE);
        assertThat(lab.endedAt()).isEqualTo(1 + 50 + 1);
    }

    @Test
    void aWarpThatOthersOfItsBlockMayWaitForEndsAtTheClocksTime() {
        Block block = block(1, k -> {
            k.memory().store(ValueType.F32, u64(word), chain(k, 50));
            k.ifThen(k.less(k.special(SpecialRegister.LANE), s32(0)), k::syncThreads);
        });
        lab.engine().schedule(1, lab.engine().register((now, argument) -> {}), 0);
        sm.waits(block.warp(0), 0);
        lab.goOnOnce(sm);
        assertThat(lab.global().loadInt(word)).isEqualTo(Float.floatToIntBits(51f));
        assertThat(lab.ended()).isEmpty();
        lab.goOnOnce(sm);
        assertThat(lab.ended()).containsExactly(block.warp(0));
    }

    @Test
    void aCallTakesTheGivenTime() {
        assertThat(cycles(k -> k.device().getLastError())).isEqualTo(300);
        calls.callCycles = 0;
        assertThat(cycles(k -> k.device().getLastError())).isEqualTo(1);
    }

    @Test
    void aPauseTakesItsNanoseconds() {
        assertThat(cycles(k -> k.nanosleep(u32(777)))).isEqualTo(777);
    }

    @Test
    void aWarpThatComputesAgainIsInNoCall() {
        Warp warp = block(1, k -> {
                    k.device().getLastError();
                    chain(k, 3_000);
                })
                .warp(0);
        lab.engine().schedule(1, lab.engine().register((now, argument) -> {}), 0);
        sm.waits(warp, 0);
        while (lab.nextWake() < 3_000) {
            lab.goOnOnce(sm);
        }
        assertThat(lab.ended()).isEmpty();
        assertThat(warp.scheduler().warpsOutsideCalls()).isEqualTo(1);
    }
}
