package io.cdpsim.runtime.cost;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.profile.LaunchBatchSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** When the tail launches of one grid start, with round costs. Expected cycles are sums made by hand. */
class TailChainTest {
    private static final int BATCH = 1_000;
    private static final int PER_GRID = 100;
    private static final int NEXT = 50;
    private static final int WAKE = 5_000;
    private static final int WALK = 10;
    private static final int GO_ON = 7;
    private static final int RUN = 200;

    private static LaunchBatchSpec costs(int maxGrids, int underWay) {
        return LaunchSpecBuilder.chain(maxGrids, underWay, BATCH, PER_GRID, NEXT, 0);
    }

    private static boolean ends(TailChain chain, int entry, long now) {
        return chain.complete(entry, Launching.CANNOT, now, (cycle, tail) -> {});
    }

    private static long scan(int launches, boolean goesOn, HandOver handOver) {
        return goesOn ? GO_ON : (long) WALK * launches;
    }

    private static ChainBatches.GridStart next(TailChain chain, int entry, long now) {
        return Objects.requireNonNull(chain.startNext(entry, now, WAKE, TailChainTest::scan));
    }

    /** When tail launches start, the first of them known; each runs for as long as the others and is retired when its batch has run. */
    private static List<Long> starts(long first, int grids) {
        TailChain chain = new TailChain(costs(32, 2), first);
        for (int i = 1; i < grids; i++) {
            chain.add(false);
        }
        List<Long> starts = new ArrayList<>();
        long start = first;
        for (int i = 0; i < grids; i++) {
            starts.add(start);
            long end = start + RUN;
            if (ends(chain, i, end)) {
                assertThat(chain.retireBatch(end)).isNull();
            }
            if (i + 1 < grids) {
                ChainBatches.GridStart next = next(chain, i + 1, end);
                assertThat(next.entry()).isEqualTo(i + 1);
                start = next.startCycle();
            }
        }
        return starts;
    }

    @Test
    void besideTheFirstThoseBehindItAreHandedOver() {
        List<Long> starts = starts(10_000, 40);
        long second = 10_000 + RUN + WAKE + GO_ON;
        assertThat(10_000 + BATCH + 32 * PER_GRID).isLessThan((int) second);
        assertThat(starts.get(1)).isEqualTo(second);
        assertThat(starts.get(2)).isEqualTo(second + RUN + NEXT);
    }

    @Test
    void aBatchHolds32GridsThatFollowOneAnotherAtOnceAndTheNextIsHandedOverWhenItHasRun() {
        List<Long> starts = starts(0, 1 + 32 + 32 + 4);
        long first = RUN + WAKE + GO_ON;
        long last = first + 31 * (RUN + NEXT);
        assertThat(starts.get(32)).isEqualTo(last);
        // The next batch must be looked for, all of it, before it is handed over.
        long second = last + RUN + WAKE + 32 * WALK + BATCH + 32 * PER_GRID;
        assertThat(starts.get(33)).isEqualTo(second);
        assertThat(starts.get(64)).isEqualTo(second + 31 * (RUN + NEXT));
        long rest = second + 31 * (RUN + NEXT) + RUN + WAKE + 4 * WALK + BATCH + 4 * PER_GRID;
        assertThat(starts.get(65)).isEqualTo(rest);
        assertThat(starts.get(68)).isEqualTo(rest + 3 * (RUN + NEXT));
    }

    @Test
    void aBatchThatIsPostedLateIsHandedOverFromThenOn() {
        TailChain chain = new TailChain(costs(32, 2), 0);
        chain.add(false);
        chain.setFirstStart(50_000);
        ends(chain, 1, 50_000 + RUN);
        assertThat(chain.startNext(2, 50_000 + RUN, 0, (launches, goesOn, handOver) -> 0))
                .isEqualTo(ChainBatches.GridStart.single(2, 50_000 + BATCH + PER_GRID));
    }

    @Test
    void aFurtherBatchIsPreparedWhileItWaitsForTheRetirementOfThoseUnderWay() {
        TailChain chain = new TailChain(costs(2, 1), 0);
        chain.add(false);
        assertThat(ends(chain, 1, RUN)).isTrue();
        // One of two has run: the second waits for no retirement.
        long second = RUN + WAKE + GO_ON;
        assertThat(next(chain, 2, RUN)).isEqualTo(ChainBatches.GridStart.single(2, second));
        chain.add(false);
        chain.add(false);
        assertThat(ends(chain, 2, second + RUN)).isTrue();
        assertThat(chain.startNext(3, second + RUN, WAKE, TailChainTest::scan)).isNull();
        assertThat(chain.retireBatch(40_000)).isNull();
        // It is prepared, and is looked for again once both are retired.
        assertThat(chain.retireBatch(50_000)).isEqualTo(ChainBatches.GridStart.single(3, 50_000 + GO_ON));
    }

    @Test
    void aBatchThatIsRetiredBeforeTheNextIsDueHoldsUpNothing() {
        TailChain chain = new TailChain(costs(1, 1), 0);
        chain.add(false);
        assertThat(ends(chain, 1, RUN)).isTrue();
        assertThat(chain.retireBatch(RUN)).isNull();
        assertThat(next(chain, 2, 10_000)).isEqualTo(ChainBatches.GridStart.single(2, 10_000 + WAKE + GO_ON));
    }

    /** launchtrace-h200-2048.txt: the parent of 32 tail launches is complete 28 us later than 32 completions take, that of 8 by 8 us. */
    @Test
    void theDevicePassesOverTheLastBatchBeforeItsCompletions() {
        TailChain chain = new TailChain(LaunchSpecBuilder.chain(32, 2, BATCH, PER_GRID, NEXT, 700), 0);
        chain.add(false);
        chain.add(false);
        List<Long> retired = new ArrayList<>();
        chain.complete(1, Launching.CANNOT, 0, (cycle, tail) -> retired.add(cycle));
        next(chain, 2, 0);
        chain.complete(2, Launching.CANNOT, 5_000, (cycle, tail) -> retired.add(cycle));
        next(chain, 3, 5_000);
        chain.complete(3, Launching.CANNOT, 6_000, (cycle, tail) -> retired.add(cycle));
        long passed = 6_000 + BATCH + 2 * PER_GRID;
        assertThat(retired).containsExactly(700L, passed + 700, passed + 1_400);
    }
}
