package io.cdpsim.gpu.bulk;

import static io.cdpsim.kernel.code.Operand.f32;
import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u64;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cdpsim.gpu.issue.PipeTiming;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.BulkMix;
import io.cdpsim.kernel.code.BulkMix.Part;
import io.cdpsim.kernel.code.BulkMix.Spread;
import io.cdpsim.kernel.code.BulkMix.Step;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.read.RoundNumbers;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Iterations of loops that warps run side by side, with barriers and branches, and of which several go on at once. */
class LoopOfManyWarpsTest {
    private static final int BARRIER = 15;

    private final LoopTiming oneScheduler = loops("sm.schedulers=1");

    private static LoopTiming loops(String... changes) {
        GpuProfile profile = RoundNumbers.profile(changes);
        return new LoopTiming(profile, new PipeTiming(profile.pipes()));
    }

    private static double cycles(LoopTiming loops, BulkMix mix, int warpsPerScheduler, int warpsPerBlock) {
        return loops.cyclesPerIteration(mix, warpsPerScheduler, warpsPerBlock, LoopTiming.Source.L1);
    }

    /** They come one after the other, and the first to go on does so a barrier's latency after the last has come. */
    @ParameterizedTest
    @CsvSource({"1, 1, 0", "2, 2, 1", "4, 4, 3", "4, 2, 1", "6, 2, 1", "6, 3, 2", "2, 8, 1"})
    void aBarrierReleasesTheWarpsOfABlockWhenTheLastArrives(int warps, int warpsPerBlock, int others) {
        assertThat(cycles(oneScheduler, Mixes.of(KernelBuilder::syncThreads), warps, warpsPerBlock))
                .isEqualTo(BARRIER + others);
    }

    @ParameterizedTest
    @CsvSource({"1, 4, 0", "2, 8, 1", "3, 12, 2", "2, 4, 0"})
    void warpsOfABlockAreSpreadOverTheSchedulers(int warpsPerScheduler, int warpsPerBlock, int others) {
        assertThat(cycles(
                        loops("sm.schedulers=4"),
                        Mixes.of(KernelBuilder::syncThreads),
                        warpsPerScheduler,
                        warpsPerBlock))
                .isCloseTo(BARRIER + others, within(0.01));
    }

    /** The last block is not whole: it has one warp, which waits for nobody. */
    @Test
    void aBlockOfWhichOnlySomeWarpsRunWaitsForThese() {
        assertThat(cycles(oneScheduler, Mixes.of(KernelBuilder::syncThreads), 3, 2))
                .isBetween((double) BARRIER, BARRIER + 1.0);
    }

    @Test
    void whatIsBehindABarrierWaitsForItsOperandsToo() {
        BulkMix mix = Mixes.of(k -> {
            var loaded = k.memory().load(StateSpace.GLOBAL, ValueType.F32, u64(0), 0);
            k.syncThreads();
            k.add(loaded, f32(1));
        });
        assertThat(oneScheduler.cyclesPerIteration(mix, 1, 1, LoopTiming.Source.DRAM))
                .isEqualTo(700 + 1);
    }

    private static List<Step> compareAndBranch() {
        return Mixes.steps(Spread.BY_LANE, k -> k.doWhile(() -> k.equal(s32(1), s32(2))));
    }

    @Test
    void aBranchWaitsForItsConditionAndTheNextPassForTheBranch() {
        LoopTiming loops =
                loops("sm.schedulers=1", "pipes.predicate_latency=14 cycles", "pipes.control.latency=9 cycles");
        assertThat(cycles(loops, new BulkMix(List.of(new Part(compareAndBranch(), 1))), 1, 1))
                .isEqualTo(14 + 9);
    }

    /** A branch within the loop, which counts as not taken. */
    @Test
    void afterABranchThatIsNotTakenTheWarpContinuesInTheNextCycle() {
        LoopTiming loops = loops("sm.schedulers=1", "sm.issues_per_scheduler=2", "pipes.predicate_latency=14 cycles");
        Step branch = compareAndBranch().get(1);
        List<Step> steps = List.of(compareAndBranch().get(0), new Step(branch.instruction(), Spread.BY_LANE, false));
        assertThat(cycles(loops, new BulkMix(List.of(new Part(steps, 1))), 1, 1))
                .isEqualTo(14 + 1);
    }

    @Test
    void aSchedulerWithTwoDispatchUnitsIssuesTwoAtOnce() {
        LoopTiming loops = loops("sm.schedulers=1", "sm.issues_per_scheduler=2", "pipes.fp32.width=64 lanes/cycle");
        BulkMix mix = Mixes.of(k -> {
            for (int i = 0; i < 16; i++) {
                k.add(f32(1), f32(1));
            }
        });
        assertThat(cycles(loops, mix, 1, 1)).isEqualTo(8);
        assertThat(cycles(loops, mix, 4, 1)).isCloseTo(4 * 8, within(0.1));
    }

    /** A line each at 32 bytes a cycle. */
    @Test
    void manyWarpsStoreAtTheBandwidthOfL1() {
        BulkMix mix = Mixes.of(k -> {
            k.memory().store(StateSpace.GLOBAL, ValueType.F32, u64(0), 0, f32(1));
            k.add(k.memory().load(StateSpace.GLOBAL, ValueType.F32, u64(0), 0), f32(1));
        });
        assertThat(cycles(oneScheduler, mix, 32, 1)).isCloseTo(32 * 2 * 4, within(2.0));
    }

    @Test
    void eachLoopHasATimeOfItsOwn() {
        BulkMix one = Mixes.of(k -> k.add(k.add(f32(1), f32(1)), f32(1)));
        BulkMix other = Mixes.of(k -> k.add(k.add(k.add(f32(1), f32(1)), f32(1)), f32(1)));
        for (int time = 0; time < 2; time++) {
            assertThat(cycles(oneScheduler, one, 1, 1)).isEqualTo(4 + 1);
            assertThat(cycles(oneScheduler, other, 1, 1)).isEqualTo(2 * 4 + 1);
        }
    }

    @Test
    void whatIsAroundAnInnerLoopIsPassedOnce() {
        BulkMix mix = new BulkMix(List.of(
                Mixes.part(1, k -> k.add(k.add(k.add(f32(1), f32(1)), f32(1)), f32(1))),
                Mixes.part(100, k -> k.add(k.add(f32(1), f32(1)), f32(1)))));
        assertThat(cycles(oneScheduler, mix, 1, 1)).isCloseTo(9 + 100 * 5, within(1e-6));
    }
}
