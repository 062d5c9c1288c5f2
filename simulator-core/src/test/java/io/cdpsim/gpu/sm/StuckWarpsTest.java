package io.cdpsim.gpu.sm;

import static io.cdpsim.kernel.code.Operand.f32;
import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;
import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.bytecode.CompiledKernels;
import io.cdpsim.gpu.block.Block;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.SpecialRegister;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.observe.RunListeners;
import io.cdpsim.profile.read.RoundNumbers;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Warps on an engine's clock: who gets nowhere is found out, who gets somewhere is not, and who waits on the host is asked no more than needed. */
class StuckWarpsTest {
    private static final int LONG = 600_000;

    private final SmLab lab = lab(true);
    private final long word = lab.global().allocate(256);

    private static SmLab lab(boolean timed) {
        SmLab made = new SmLab(
                RoundNumbers.profile("sm.schedulers=1"), RunListeners.NONE, timed, false, CompiledKernels.none());
        made.onItsClock();
        return made;
    }

    private static Block block(SmLab on, int warps, Consumer<KernelBuilder> body) {
        KernelBuilder k = new KernelBuilder("k");
        k.sharedArray(64);
        body.accept(k);
        return start(on, k.build(), warps);
    }

    private static Block start(SmLab on, Kernel kernel, int warps) {
        Block block = on.block(kernel, 32 * warps);
        for (int i = 0; i < warps; i++) {
            on.sms().get(0).waits(block.warp(i), 0);
        }
        return block;
    }

    /** The watch starts when something has happened. */
    private void runWatched() {
        lab.watch().progressed();
        lab.engine().run();
    }

    private static void pollShared(KernelBuilder k) {
        k.doWhile(() -> k.equal(k.memory().load(StateSpace.SHARED, ValueType.S32, u64(0), 0), s32(0)));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void warpsThatWaitForeverAreDetected(int warps) {
        block(lab, warps, StuckWarpsTest::pollShared);
        runWatched();
        assertThat(lab.watch().stuck()).isTrue();
        assertThat(lab.ended()).isEmpty();
    }

    @Test
    void aBranchToItselfIsFoundOut() {
        EmittedCode k = new EmittedCode();
        int here = k.code.newLabel();
        k.code.place(here);
        k.code.emitTo(Opcode.BRANCH, here, Modifiers.NONE);
        start(lab, k.build(), 1);
        runWatched();
        assertThat(lab.watch().stuck()).isTrue();
    }

    private static void inFirstWarp(KernelBuilder k, Runnable body, Runnable otherwise) {
        k.ifThenElse(k.equal(k.special(SpecialRegister.WARP_SLOT), s32(0)), body, otherwise);
    }

    @Test
    void aWarpThatWaitsForASlowWarpIsNot() {
        block(
                lab,
                2,
                k -> inFirstWarp(k, () -> pollShared(k), () -> {
                    k.nanosleep(u32(LONG));
                    k.memory().store(StateSpace.SHARED, ValueType.S32, u64(0), 0, s32(1));
                }));
        runWatched();
        assertThat(lab.watch().stuck()).isFalse();
        assertThat(lab.ended()).hasSize(2);
    }

    /** The register with the time is cleared before each jump, so that the warp comes back to the same state. */
    private static void waitUntil(KernelBuilder k, long cycle, Runnable turn) {
        k.doWhile(() -> {
            turn.run();
            Register clock = k.special(SpecialRegister.CLOCK);
            var goesOn = k.less(clock, u64(cycle));
            k.assign(clock, u64(0));
            return goesOn;
        });
    }

    @Test
    void aWarpThatWaitsForATimeIsNot() {
        block(lab, 1, k -> waitUntil(k, LONG, () -> {}));
        runWatched();
        assertThat(lab.watch().stuck()).isFalse();
        assertThat(lab.ended()).hasSize(1);
    }

    /** The loop loads from global memory too, which alone would be waiting for a change of that. */
    @Test
    void aWarpThatWaitsForATimeOrAWordResumesAtThatTime() {
        block(lab, 1, k -> waitUntil(k, 20_000, () -> k.memory().loadVolatile(ValueType.S32, u64(word))));
        lab.engine().run();
        assertThat(lab.ended()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void onlyAStoreThatChangesMemoryIsProgress(int value) {
        block(lab, 1, k -> {
            k.nanosleep(u32(5_000));
            k.memory().store(ValueType.S32, u64(word), s32(value));
        });
        lab.engine().run();
        assertThat(lab.ended()).hasSize(1);
        if (value == 0) {
            assertThat(lab.watch().lastProgress()).isZero();
        } else {
            assertThat(lab.watch().lastProgress()).isBetween(5_000L, 5_010L);
        }
    }

    @Test
    void arrivingAtABarrierIsProgress() {
        block(lab, 2, k -> {
            k.nanosleep(u32(5_000));
            k.syncThreads();
        });
        lab.engine().run();
        assertThat(lab.watch().lastProgress()).isBetween(5_000L, 5_020L);
    }

    /** A store at cycle 5,000 of 20,000: whoever waits for it is asked behind it, and not while the warp computes. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theHostsConditionIsEvaluatedAfterEventsThatMaySatisfyIt(boolean timed) {
        SmLab fresh = lab(timed);
        long told = fresh.global().allocate(4);
        int perAddition = timed ? 4 : 1;
        block(fresh, 1, k -> {
            compute(k, 5_000 / perAddition);
            k.memory().store(ValueType.S32, u64(told), s32(1));
            compute(k, 15_000 / perAddition);
        });
        int[] asked = new int[1];
        boolean held = fresh.engine().runUntil(() -> {
            asked[0]++;
            return fresh.global().loadInt(told) == 1;
        });
        assertThat(held).isTrue();
        assertThat(asked[0]).isEqualTo(1);
        assertThat(fresh.engine().now()).isLessThanOrEqualTo(5_100);
        assertThat(fresh.ended()).isEmpty();
    }

    private static void compute(KernelBuilder k, int additions) {
        Operand sum = f32(1);
        for (int i = 0; i < additions; i++) {
            sum = k.add(sum, f32(1));
        }
        k.add(sum, f32(1));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anEndMayOpenABarrier(boolean timed) {
        SmLab fresh = lab(timed);
        block(fresh, 1, k -> compute(k, 2_000));
        int[] asked = new int[1];
        assertThat(fresh.engine().runUntil(() -> {
                    asked[0]++;
                    return false;
                }))
                .isFalse();
        assertThat(fresh.ended()).hasSize(1);
        assertThat(asked[0]).isEqualTo(1);
    }

    @Test
    void noWarpContinuesAfterAFault() {
        block(
                lab,
                2,
                k -> inFirstWarp(k, k::trap, () -> {
                    compute(k, 20);
                    k.memory().store(ValueType.S32, u64(word), s32(1));
                }));
        lab.engine().run();
        assertThat(lab.faults()).hasSize(1);
        assertThat(lab.ended()).isEmpty();
        assertThat(lab.global().loadInt(word)).isZero();
    }

    @Test
    void eachSmIsResumedByItsNumber() {
        for (int i = 0; i < lab.sms().size(); i++) {
            assertThat(lab.sms().get(i).index()).isEqualTo(i);
        }
    }
}
