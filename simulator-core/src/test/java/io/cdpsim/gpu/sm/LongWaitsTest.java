package io.cdpsim.gpu.sm;

import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u64;
import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.bytecode.CompiledKernels;
import io.cdpsim.gpu.block.Warp;
import io.cdpsim.gpu.memory.DeviceData;
import io.cdpsim.gpu.region.SingleExitRuns;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.Predicate;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.observe.RunListeners;
import io.cdpsim.profile.read.RoundNumbers;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Loops without time that end by a value that another thread may store. A warp in one runs lane by lane for 2,000 instructions at a time. It is then stepped
 * for 4,096 instructions now and then, since only a stepped warp can be parked: after the first time, then after at most twice as many times as before, and
 * at least after every 256.
 */
class LongWaitsTest {
    private static final int INSTRUCTIONS_A_TIME = 2_000;
    private static final int STEPPED = 4_096;
    private static final int STEPPED_BEFORE_COMPILED = 64;
    private static final int LONGEST_INTERVAL = 256;

    private final SmLab lab =
            new SmLab(RoundNumbers.profile(), RunListeners.NONE, false, false, CompiledKernels.ofHotCode());
    private final Sm sm = lab.sms().get(0);
    private final long counts = lab.global().allocate(4);
    private final long awaited = lab.global().allocate(4);

    /** Counts its turns as long as one word is zero, and ends once another is not. */
    private Register wait(KernelBuilder k) {
        Register turns = k.variable(s32(0));
        k.doWhile(() -> {
            k.assign(turns, k.add(turns, k.select(isZero(k, counts), s32(1), s32(0))));
            return isZero(k, awaited);
        });
        return turns;
    }

    private static Predicate isZero(KernelBuilder k, long word) {
        return k.equal(k.memory().load(ValueType.S32, u64(word)), s32(0));
    }

    private Warp warp(KernelBuilder k) {
        return lab.block(k.build(), 32).warp(0);
    }

    /** Times that a warp runs lane by lane before each time that it is stepped. */
    private List<Integer> intervals(Warp warp, int times) {
        DeviceData data = new DeviceData(lab.global(), lab.mapped(), lab.constant());
        SingleExitRuns runs =
                new SingleExitRuns(CompiledKernels.ofHotCode(), lab.watch(), lab.spinParking(), data, null);
        List<Integer> intervals = new ArrayList<>();
        int sinceStepped = 0;
        int stepped = 0;
        for (int i = 0; i < times; ) {
            if (runs.run(warp.state(), warp.memory(), warp.inputs(), warp.steps(), warp.spin(), 0) == 0) {
                // The instruction is left where it is.
                stepped++;
                continue;
            }
            if (stepped >= STEPPED) {
                assertThat(stepped).isLessThan(STEPPED + STEPPED_BEFORE_COMPILED);
                intervals.add(sinceStepped);
                sinceStepped = 0;
            }
            stepped = 0;
            sinceStepped++;
            i++;
        }
        return intervals;
    }

    @Test
    void aWarpInALongWaitIsSteppedEverMoreSeldomButAfterABoundedTime() {
        KernelBuilder k = new KernelBuilder("k");
        wait(k);
        List<Integer> intervals = intervals(warp(k), 6 * LONGEST_INTERVAL);

        assertThat(intervals.get(0)).isEqualTo(1);
        for (int i = 1; i < intervals.size(); i++) {
            assertThat(intervals.get(i)).isBetween(intervals.get(i - 1), 2 * intervals.get(i - 1));
        }
        assertThat(intervals).last().isEqualTo(LONGEST_INTERVAL);
        assertThat(intervals).hasSizeBetween(8 + 3, 6 + 8);
    }

    /** The states of a loop are compared whenever it has been stepped for twice as many turns as before: after a long wait, it has waited as long once more. */
    @Test
    void aWaitIsNoticedBeforeItIsAsLongAsTheCountBeforeIt() {
        KernelBuilder k = new KernelBuilder("k");
        Register turns = wait(k);
        Register last = k.add(k.memory().load(ValueType.S32, u64(awaited)), s32(0));
        Warp warp = warp(k);
        // It is stepped after 1, 3, 7, ... 511 times and then every 256, of which this is in the middle.
        long stored = 1_150L * INSTRUCTIONS_A_TIME;
        sm.waits(warp, 0);
        while (lab.nextWake() < stored) {
            lab.goOnOnce(sm);
        }
        assertThat(warp.status()).isEqualTo(Warp.Status.RUNNABLE);
        lab.global().storeInt(counts, 1);
        long parked = stored;
        while (lab.nextWake() < Long.MAX_VALUE) {
            parked = lab.nextWake();
            lab.goOnOnce(sm);
        }

        assertThat(warp.status()).isEqualTo(Warp.Status.SPINNING);
        assertThat(parked).isLessThan(2 * stored + (LONGEST_INTERVAL + 2L) * INSTRUCTIONS_A_TIME + STEPPED);

        lab.global().storeInt(awaited, 7);
        lab.spinParking().changed(awaited, 4, parked + INSTRUCTIONS_A_TIME);
        lab.run(sm, parked + INSTRUCTIONS_A_TIME, warp);
        assertThat(lab.ended()).contains(warp);
        assertThat(warp.state().value(last.index(), 31)).isEqualTo(7);
        assertThat(warp.state().value(turns.index(), 0)).isGreaterThan(stored / 20);
    }
}
