package io.cdpsim.gpu.bulk;

import static io.cdpsim.kernel.code.Operand.f32;
import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u64;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cdpsim.gpu.issue.PipeTiming;
import io.cdpsim.gpu.issue.WarpScheduler;
import io.cdpsim.gpu.memory.SectorCache;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.BulkMix;
import io.cdpsim.kernel.code.BulkMix.Part;
import io.cdpsim.kernel.code.BulkMix.Spread;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.kernel.execution.LaneState;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.read.RoundNumbers;
import io.cdpsim.warp.Lanes;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bulk instructions on SMs that are near to one of two partitions of the L2, and whose other warps are said to be there. */
class BulkExecutionTest {
    /** So many that each turn has a whole number of them. */
    private static final int ITERATIONS = 480;

    private static final long STREAM = 1 << 20;

    private final GpuProfile profile = RoundNumbers.profile("sm.schedulers=1");
    private final PipeTiming pipes = new PipeTiming(profile.pipes());
    private final LoopTiming loops = new LoopTiming(profile, pipes);
    private final int line = profile.l2().lineBytes();
    private final int sector = profile.l2().sectorBytes();
    private final BulkL2Misses l2 = new BulkL2Misses(new SectorCache[] {cache(), cache()}, line, sector);
    private long now;

    private SectorCache cache() {
        return new SectorCache(1_024L * line, line, 16);
    }

    private BulkExecution nearTo(int partition) {
        return new BulkExecution(loops, new BulkLoadMisses(new SectorCache[] {cache()}, line, sector), l2, partition);
    }

    private static void loadAndAdd(KernelBuilder k) {
        k.add(k.memory().load(StateSpace.GLOBAL, ValueType.F32, u64(0), 0), f32(1));
    }

    /** None waits for another, and by the time that the last has issued the first has its result. */
    private static void fourAdditions(KernelBuilder k) {
        for (int i = 0; i < 4; i++) {
            k.add(f32(1), f32(1));
        }
    }

    /** A warp that is at a bulk instruction, the first of its kernel. */
    private static final class Runner {
        private final LaneState state;
        private final BulkProgress warp;
        private final Instruction in;

        Runner(int iterations, BulkMix mix, int warpsPerBlock) {
            KernelBuilder k = new KernelBuilder("bulk");
            k.bulk(s32(iterations), mix, u64(STREAM));
            Kernel kernel = k.build();
            state = new LaneState(kernel);
            state.start(kernel, Lanes.first(32));
            warp = new BulkProgress(state, warpsPerBlock);
            in = kernel.code()[0];
        }
    }

    private WarpScheduler scheduler(int warps) {
        WarpScheduler scheduler = WarpScheduler.ofSm(profile, pipes)[0];
        for (int i = 0; i < warps; i++) {
            scheduler.addWarp();
        }
        return scheduler;
    }

    /** How many cycles it takes a warp that is alone on its scheduler. */
    private long cycles(BulkExecution on, int iterations, BulkMix mix) {
        return cycles(on, new Runner(iterations, mix, 1), scheduler(1));
    }

    private long cycles(BulkExecution on, Runner runner, WarpScheduler scheduler) {
        long start = now;
        do {
            now = on.advance(runner.warp, scheduler, runner.in, -1, now);
        } while (!runner.warp.isDone());
        // Who comes later does not go beside the one before.
        return now++ - start;
    }

    private int turns(int iterations) {
        BulkExecution bulk = nearTo(0);
        Runner runner = new Runner(iterations, Mixes.of(BulkExecutionTest::fourAdditions), 1);
        WarpScheduler scheduler = scheduler(1);
        int turns = 0;
        do {
            now = bulk.advance(runner.warp, scheduler, runner.in, -1, now);
            turns++;
        } while (!runner.warp.isDone());
        return turns;
    }

    @Test
    void aWarpTakesAsLongAsAllIterationsTogether() {
        BulkMix chain = Mixes.of(k -> k.add(k.add(f32(1), f32(1)), f32(1)));
        assertThat(cycles(nearTo(0), ITERATIONS, chain)).isEqualTo(ITERATIONS * (4 + 1L));
    }

    @Test
    void eachTurnTakesItsPartOfTheTime() {
        BulkExecution bulk = nearTo(0);
        Runner runner = new Runner(ITERATIONS, Mixes.of(k -> k.add(k.add(f32(1), f32(1)), f32(1))), 1);
        WarpScheduler scheduler = scheduler(1);
        int turns = turns(ITERATIONS);
        assertThat(turns).isGreaterThan(10);
        for (int turn = 1; turn <= turns; turn++) {
            assertThat(bulk.advance(runner.warp, scheduler, runner.in, -1, 1_000L * turn))
                    .isEqualTo(1_000L * turn + ITERATIONS * (4 + 1L) / turns);
            assertThat(runner.warp.isDone()).isEqualTo(turn == turns);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {100, 1_000, 12_345, 99_999, 1_000_003})
    void aRoundingRemainderOfTheIterationsIsNotASeparatePart(int iterations) {
        assertThat(turns(iterations)).isEqualTo(turns(ITERATIONS));
    }

    @Test
    void withoutLanesThereIsNothingToDo() {
        Runner runner = new Runner(ITERATIONS, Mixes.of(BulkExecutionTest::fourAdditions), 1);
        assertThat(nearTo(0).advance(runner.warp, scheduler(1), runner.in, 0, 77))
                .isEqualTo(77);
        assertThat(runner.warp.isDone()).isTrue();
    }

    @Test
    void withoutIterationsThereIsNothingToDo() {
        assertThat(cycles(nearTo(0), 0, Mixes.of(BulkExecutionTest::fourAdditions)))
                .isZero();
    }

    @Test
    void theFirstActiveLaneSaysHowManyIterationsThereAre() {
        KernelBuilder k = new KernelBuilder("bulk");
        k.bulk(k.variable(s32(0)), Mixes.of(BulkExecutionTest::fourAdditions), u64(STREAM));
        Kernel kernel = k.build();
        LaneState state = new LaneState(kernel);
        state.start(kernel, Lanes.first(32));
        Instruction in = kernel.code()[1];
        state.set(in.a(), 5, 960);
        BulkProgress warp = new BulkProgress(state, 1);
        assertThat(nearTo(0).advance(warp, scheduler(1), in, ~0b11111, 0)).isEqualTo(4L * 960 / turns(960));
    }

    /** An addition every cycle from so many warps that none waits for a result. */
    @Test
    void warpsBesideItShareTheIssueSlots() {
        BulkMix chain = Mixes.of(k -> k.add(k.add(k.add(f32(1), f32(1)), f32(1)), f32(1)));
        assertThat(cycles(nearTo(0), new Runner(ITERATIONS, chain, 1), scheduler(16)))
                .isBetween(16 * 3L * ITERATIONS - ITERATIONS, 16 * 3L * ITERATIONS + ITERATIONS);
    }

    /** One turn behind or beside a warp of an older block. */
    private long turnBehindAWarp(Runner runner) {
        return nearTo(0).advance(runner.warp, scheduler(2), 1, 1, runner.in, -1, 0);
    }

    /** The chain takes two slots of five: most of what another warp needs is left. */
    @Test
    void aYoungerBlockGetsWhatTheOlderOneLeaves() {
        Runner runner = new Runner(ITERATIONS, Mixes.of(k -> k.add(k.add(f32(1), f32(1)), f32(1))), 1);
        double part = (double) ITERATIONS / turns(ITERATIONS);
        assertThat(turnBehindAWarp(runner)).isEqualTo(Math.round(part * (4 + 1)));
        assertThat(ITERATIONS - runner.warp.remainingIterations(ITERATIONS)).isBetween(part / 2, part);
    }

    @Test
    void aYoungerBlockMakesNoProgressWhereTheOlderOneTakesAllSlots() {
        Runner runner = new Runner(ITERATIONS, Mixes.of(BulkExecutionTest::fourAdditions), 1);
        assertThat(turnBehindAWarp(runner)).isEqualTo(ITERATIONS * 4L / turns(ITERATIONS));
        assertThat(runner.warp.remainingIterations(ITERATIONS)).isCloseTo(ITERATIONS, within(1e-3 * ITERATIONS));
    }

    /** Two warps say that each is alone, but the slots of both are those of one scheduler. */
    @Test
    void noTurnIsShorterThanTheIssueSlotsThatItNeeds() {
        BulkExecution bulk = nearTo(0);
        WarpScheduler scheduler = scheduler(1);
        Runner one = new Runner(ITERATIONS, Mixes.of(BulkExecutionTest::fourAdditions), 1);
        Runner other = new Runner(ITERATIONS, Mixes.of(BulkExecutionTest::fourAdditions), 1);
        long turn = bulk.advance(one.warp, scheduler, one.in, -1, 0);
        assertThat(bulk.advance(other.warp, scheduler, other.in, -1, 0)).isEqualTo(2 * turn);
    }

    /** A line an iteration, and an addition that waits for it. */
    @Test
    void loadsAreFoundWhereTheCachesHaveThem() {
        BulkMix loads = Mixes.of(BulkExecutionTest::loadAndAdd);
        BulkExecution one = nearTo(0);
        assertThat(cycles(one, ITERATIONS, loads)).as("nowhere").isEqualTo(ITERATIONS * (700 + 1L));
        assertThat(cycles(one, ITERATIONS, loads)).as("in L1").isEqualTo(ITERATIONS * (30 + 1L));
        assertThat(cycles(nearTo(0), ITERATIONS, loads)).as("in L2").isEqualTo(ITERATIONS * (200 + 1L));
        assertThat(cycles(nearTo(1), ITERATIONS, loads))
                .as("in the other partition")
                .isEqualTo(ITERATIONS * (200 + 90 + 1L));
        assertThat(cycles(nearTo(1), ITERATIONS, loads))
                .as("in the own partition by now")
                .isEqualTo(ITERATIONS * (200 + 1L));
    }

    @Test
    void whatIsInNoPartitionComesFromDramWhereverTheSmIs() {
        assertThat(cycles(nearTo(1), ITERATIONS, Mixes.of(BulkExecutionTest::loadAndAdd)))
                .isEqualTo(ITERATIONS * (700 + 1L));
    }

    @Test
    void onlyWhatIsNotThereYetIsWaitedFor() {
        BulkMix loads = Mixes.of(BulkExecutionTest::loadAndAdd);
        BulkExecution one = nearTo(0);
        cycles(one, ITERATIONS, loads);
        assertThat(cycles(one, 3 * ITERATIONS, loads)).isEqualTo(ITERATIONS * (30 + 1L) + 2 * ITERATIONS * (700 + 1L));
    }

    /** Two warps of a block, of 4 bytes a thread: twice the bytes an iteration, all of which both wait for. */
    @Test
    void allWarpsOfABlockGoThroughMemoryTogether() {
        BulkMix byThread =
                new BulkMix(List.of(new Part(Mixes.steps(Spread.BY_THREAD, BulkExecutionTest::loadAndAdd), 1)));
        BulkExecution one = nearTo(0);
        cycles(one, new Runner(ITERATIONS, byThread, 2), scheduler(2));
        assertThat(cycles(one, new Runner(2 * ITERATIONS, Mixes.of(BulkExecutionTest::loadAndAdd), 1), scheduler(1)))
                .isEqualTo(2 * ITERATIONS * (30 + 1L));
    }
}
