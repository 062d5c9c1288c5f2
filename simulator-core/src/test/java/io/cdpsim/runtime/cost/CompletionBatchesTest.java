package io.cdpsim.runtime.cost;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.engine.Engine;
import io.cdpsim.profile.CompletionSpec;
import io.cdpsim.runtime.launch.PendingLaunchPool;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.Test;

/** Rounds of 1,000 cycles and 10 for each grid. Expected cycles are sums made by hand. */
class CompletionBatchesTest {
    /** A grid of which the parent was told, in which cycle and with how many. */
    private record Told(int grid, long cycle, int together) {}

    private static double alike(int entry) {
        return 0;
    }

    private final Engine engine = new Engine();
    private final List<Told> told = new ArrayList<>();
    private final List<Integer> begun = new ArrayList<>();
    /** The way to the slot of a grid. */
    private IntToDoubleFunction way = entry -> 0;

    private CompletionBatches rounds(CompletionSpec costs, PendingLaunchPool pool, IntToDoubleFunction share) {
        IntToDoubleFunction gridCycles =
                entry -> costs.streamGrid().cycles(false, pool.fixedSlots(), pool.uncachedFraction());
        return new CompletionBatches(
                engine,
                costs,
                gridCycles,
                waiting -> Math.min(1, waiting),
                share,
                entry -> 0,
                way,
                new CompletionBatches.Retirement() {
                    @Override
                    public void started(int entry) {
                        begun.add(entry);
                    }

                    @Override
                    public void retired(int entry, int together) {
                        told.add(new Told(entry, engine.now(), together));
                    }
                });
    }

    private List<Long> cyclesOf(int growth, int grids) {
        CompletionBatches rounds = rounds(
                LaunchSpecBuilder.completions(1_000, growth, 10),
                LaunchSpecBuilder.pool(10),
                CompletionBatchesTest::alike);
        for (int i = 0; i < grids; i++) {
            rounds.add(i, 0);
        }
        engine.run();
        assertThat(told.stream().map(Told::grid)).isSorted().doesNotHaveDuplicates();
        return told.stream().map(Told::cycle).toList();
    }

    @Test
    void aLoneGridIsToldAfterARoundOfOne() {
        assertThat(cyclesOf(2, 1)).containsExactly(1_010L);
    }

    /** Grids 1 and 2 are the second round, 3 to 6 the third; nobody goes anywhere for grid 0 alone. */
    @Test
    void aRoundOfSeveralGoesToItsFurthestSlot() {
        way = entry -> List.of(400, 100, 300, 50, 0, 0, 20).get(entry);
        long second = 1_010 + 300 + 1_020;
        long third = second + 50 + 1_040;
        assertThat(cyclesOf(2, 7)).containsExactly(1_010L, second, second, third, third, third, third);
    }

    @Test
    void roundsDoubleAsLongAsThatManyWait() {
        List<Long> cycles = cyclesOf(2, 1 + 2 + 4 + 8 + 3);
        long second = 1_010 + 1_020;
        long third = second + 1_040;
        long fourth = third + 1_080;
        long rest = fourth + 1_030;
        assertThat(cycles.get(0)).isEqualTo(1_010);
        assertThat(cycles.subList(1, 3)).containsOnly(second);
        assertThat(cycles.subList(3, 7)).containsOnly(third);
        assertThat(cycles.subList(7, 15)).containsOnly(fourth);
        assertThat(cycles.subList(15, 18)).containsOnly(rest);
    }

    @Test
    void withAGrowthOfThreeRoundsHandleOneThreeAndNine() {
        List<Long> cycles = cyclesOf(3, 1 + 3 + 9);
        assertThat(cycles.get(0)).isEqualTo(1_010);
        assertThat(cycles.subList(1, 4)).containsOnly(1_010L + 1_030);
        assertThat(cycles.subList(4, 13)).containsOnly(1_010L + 1_030 + 1_090);
    }

    @Test
    void withoutGrowthEachGridHasARoundOfItsOwn() {
        assertThat(cyclesOf(1, 4)).containsExactly(1_010L, 2_020L, 3_030L, 4_040L);
    }

    @Test
    void eachGridIsToldWithHowManyOthers() {
        cyclesOf(2, 6);
        assertThat(told.stream().map(Told::together)).containsExactly(1, 2, 2, 3, 3, 3);
    }

    @Test
    void whatComesDuringARoundIsHandledInTheNext() {
        CompletionBatches rounds = rounds(
                LaunchSpecBuilder.completions(1_000, 2, 10), LaunchSpecBuilder.pool(10), CompletionBatchesTest::alike);
        int late = engine.register((now, entry) -> rounds.add((int) entry, now));
        engine.schedule(0, late, 1);
        engine.schedule(500, late, 2);
        engine.schedule(1_005, late, 3);
        engine.schedule(1_011, late, 4);
        engine.run();
        assertThat(told)
                .containsExactly(
                        new Told(1, 1_010, 1), new Told(2, 2_030, 2), new Told(3, 2_030, 2), new Told(4, 3_040, 1));
    }

    @Test
    void behindAPauseRoundsBeginWithOneGridAgain() {
        CompletionBatches rounds = rounds(
                LaunchSpecBuilder.completions(1_000, 2, 10), LaunchSpecBuilder.pool(10), CompletionBatchesTest::alike);
        int late = engine.register((now, entry) -> rounds.add((int) entry, now));
        engine.schedule(0, late, 1);
        engine.schedule(0, late, 2);
        engine.schedule(0, late, 3);
        for (int entry = 4; entry <= 6; entry++) {
            engine.schedule(10_000, late, entry);
        }
        engine.run();
        assertThat(told.stream().map(Told::together)).containsExactly(1, 2, 2, 1, 2, 2);
        assertThat(told.get(3).cycle()).isEqualTo(11_010);
    }

    /** Eight grids whose parents, of numbers 100 higher, have waited for them alone. */
    private void runEightAndTheirParents(IntToLongFunction position) {
        List<CompletionBatches> device = new ArrayList<>();
        device.add(new CompletionBatches(
                engine,
                LaunchSpecBuilder.completions(1_000, 2, 4, 10),
                entry -> 10,
                waiting -> waiting,
                CompletionBatchesTest::alike,
                position,
                entry -> 0,
                new CompletionBatches.Retirement() {
                    @Override
                    public void started(int entry) {}

                    @Override
                    public void retired(int entry, int together) {
                        told.add(new Told(entry, engine.now(), together));
                        if (entry < 100) {
                            device.get(0).add(100 + entry, engine.now());
                        }
                    }
                }));
        for (int entry = 0; entry < 8; entry++) {
            device.get(0).add(entry, 0);
        }
        engine.run();
    }

    /** measurements/cascade.cu. */
    @Test
    void parentsWhoseSlotsThePassIsPastHaveALaterOneWhichBeginsWithOneGridAndGrowsFaster() {
        runEightAndTheirParents(entry -> -entry);
        assertThat(told.stream().map(Told::together)).containsExactly(1, 2, 2, 4, 4, 4, 4, 1, 1, 4, 4, 4, 4, 3, 3, 3);
        long children = 1_010 + 1_020 + 1_040 + 1_010;
        assertThat(told.get(7)).isEqualTo(new Told(7, children, 1));
        assertThat(told.get(8)).isEqualTo(new Told(100, children + 1_010, 1));
        assertThat(told.get(15)).isEqualTo(new Told(107, children + 1_010 + 1_040 + 1_030, 3));
    }

    @Test
    void parentsWhoseSlotsAreAheadAreReportedByTheSamePass() {
        runEightAndTheirParents(entry -> entry);
        assertThat(told.stream().map(Told::together)).containsExactly(1, 2, 2, 4, 4, 4, 4, 8, 8, 8, 8, 8, 8, 8, 8, 1);
    }

    /** Of 100 slots 25 fit into the L2: a grid takes 10 + 0.75 * 40 cycles. */
    @Test
    void aGridTakesLongerAsFarAsTheSlotsAreNotInTheL2() {
        CompletionBatches rounds = rounds(
                new CompletionSpec(
                        1_000,
                        2,
                        2,
                        LaunchSpecBuilder.grid(10, 40),
                        LaunchSpecBuilder.grid(10, 40),
                        0,
                        0,
                        CompletionSpec.LargeBlocks.NONE,
                        CompletionSpec.SlowState.NONE,
                        1),
                new PendingLaunchPool(100, () -> 0, 25, (fixed, virtual) -> {}),
                CompletionBatchesTest::alike);
        rounds.add(1, 0);
        rounds.add(2, 0);
        rounds.add(3, 0);
        engine.run();
        assertThat(told.stream().map(Told::cycle)).containsExactly(1_040L, 2_120L, 2_120L);
    }

    @Test
    void theRoundBeginsForEachGridThatItHandles() {
        CompletionBatches rounds = rounds(
                LaunchSpecBuilder.completions(1_000, 2, 10), LaunchSpecBuilder.pool(10), CompletionBatchesTest::alike);
        rounds.add(1, 0);
        rounds.add(2, 0);
        rounds.add(3, 0);
        assertThat(begun).containsExactly(1);
        engine.run();
        assertThat(begun).containsExactly(1, 2, 3);
    }

    /** 1; then 2 and 3, of which 2 takes longer by 0.8: 1.4 times 1,020. */
    @Test
    void aRoundTakesLongerByTheMeanOfItsGrids() {
        CompletionBatches rounds = rounds(
                LaunchSpecBuilder.completions(1_000, 2, 10), LaunchSpecBuilder.pool(10), entry -> entry == 2 ? 0.8 : 0);
        rounds.add(1, 0);
        rounds.add(2, 0);
        rounds.add(3, 0);
        engine.run();
        assertThat(told.stream().map(Told::cycle)).containsExactly(1_010L, 2_438L, 2_438L);
    }
}
