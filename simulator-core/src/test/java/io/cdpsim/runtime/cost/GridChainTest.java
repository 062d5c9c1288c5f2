package io.cdpsim.runtime.cost;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.profile.ChainSpec;
import io.cdpsim.runtime.pool.PendingLaunchPool;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** One chain of queued grids, with round costs. Expected cycles are sums made by hand. */
class GridChainTest {
    private static final int BATCH = 1_000;
    private static final int PER_GRID = 100;
    private static final int NEXT = 50;
    private static final int STREAM_COMPLETION = 700;
    private static final int TAIL_COMPLETION = 400;
    private static final int WAKE = 5_000;
    private static final int WALK = 10;
    private static final int RUN = 200;

    private final PendingLaunchPool pool = Spec.pool(1_000);

    private static ChainSpec costs(int underWay) {
        return Spec.chain(32, underWay, BATCH, PER_GRID, NEXT, STREAM_COMPLETION, TAIL_COMPLETION);
    }

    /** When the grids of a chain start, the first of them known, and when each retires; each runs for as long as the others. */
    private final class Run {
        private final GridChain chain;
        private final List<Long> starts = new ArrayList<>();
        private final List<Long> retired = new ArrayList<>();

        Run(ChainSpec costs, boolean ofTails, long first, int grids) {
            chain = new GridChain(costs, ofTails, 0, first);
            for (int i = 1; i < grids; i++) {
                chain.add();
            }
            long start = first;
            for (int i = 0; i < grids; i++) {
                starts.add(start);
                long end = start + RUN;
                chain.ended(i, end, pool, 1, 1, this::retires);
                start = i + 1 < grids ? chain.next(end, WAKE, launches -> (long) WALK * launches) : end;
            }
        }

        private void retires(long cycle, int entry) {
            assertThat(entry).as("in order").isEqualTo(retired.size());
            retired.add(cycle);
        }
    }

    @Test
    void theSecondGridOfAStreamIsHandedOverAloneOnceTheEndOfTheFirstHasShownThatThereIsAnOrder() {
        Run run = new Run(costs(2), false, 10_000, 40);
        long second = 10_000 + RUN + WAKE + WALK;
        assertThat(run.starts.get(1)).isEqualTo(second);
        // The third is the first of a batch: beside a single grid it could be handed over from that one's start on.
        long third = second + RUN + WAKE + WALK;
        assertThat(second + BATCH + 32 * PER_GRID).isLessThan(third);
        assertThat(run.starts.get(2)).isEqualTo(third);
        assertThat(run.starts.get(3)).isEqualTo(third + RUN + NEXT);
    }

    @Test
    void theFirstBatchOfTailsIsFullAtOnce() {
        Run run = new Run(costs(2), true, 10_000, 40);
        long second = 10_000 + RUN + WAKE + WALK;
        assertThat(run.starts.get(1)).isEqualTo(second);
        assertThat(run.starts.get(2)).isEqualTo(second + RUN + NEXT);
    }

    @Test
    void aBatchHolds32GridsThatFollowOneAnotherAtOnceAndTheNextIsHandedOverWhenItHasRun() {
        Run run = new Run(costs(2), true, 0, 1 + 32 + 32 + 4);
        long first = RUN + WAKE + WALK;
        long last = first + 31 * (RUN + NEXT);
        assertThat(run.starts.get(32)).isEqualTo(last);
        // The next batch must be looked for, all of it, before it is handed over.
        long second = last + RUN + WAKE + 32 * WALK + BATCH + 32 * PER_GRID;
        assertThat(run.starts.get(33)).isEqualTo(second);
        assertThat(run.starts.get(64)).isEqualTo(second + 31 * (RUN + NEXT));
        long rest = second + 31 * (RUN + NEXT) + RUN + WAKE + 4 * WALK + BATCH + 4 * PER_GRID;
        assertThat(run.starts.get(65)).isEqualTo(rest);
        assertThat(run.starts.get(68)).isEqualTo(rest + 3 * (RUN + NEXT));
    }

    @Test
    void completionsArePaidForBehindTheirBatchOneAfterTheOther() {
        Run run = new Run(costs(2), true, 0, 1 + 32 + 2);
        assertThat(run.retired.get(0)).isEqualTo(RUN + TAIL_COMPLETION);
        long batchEnds = run.starts.get(32) + RUN;
        assertThat(run.retired.get(1)).isEqualTo(batchEnds + TAIL_COMPLETION);
        assertThat(run.retired.get(32)).isEqualTo(batchEnds + 32 * TAIL_COMPLETION);
        // Those of the next batch wait behind these, although their grids have ended before.
        assertThat(run.starts.get(34) + RUN).isLessThan(batchEnds + 32 * TAIL_COMPLETION);
        assertThat(run.retired.get(33)).isEqualTo(batchEnds + 33 * TAIL_COMPLETION);
        assertThat(run.retired.get(34)).isEqualTo(batchEnds + 34 * TAIL_COMPLETION);
    }

    @Test
    void aGridOfAStreamCostsItsOwnCompletion() {
        Run run = new Run(costs(2), false, 0, 3);
        assertThat(run.retired.get(0)).isEqualTo(RUN + STREAM_COMPLETION);
        assertThat(run.retired.get(1)).isEqualTo(run.starts.get(1) + RUN + STREAM_COMPLETION);
        assertThat(run.retired.get(2)).isEqualTo(run.starts.get(2) + RUN + STREAM_COMPLETION);
    }

    /** Completions of 10,000 cycles, so that those of the oldest batch are what a further one waits for. */
    private List<Long> startsOfBatches(int underWay) {
        Run run = new Run(Spec.chain(32, underWay, BATCH, PER_GRID, NEXT, 0, 10_000), true, 0, 1 + 3 * 32);
        return List.of(run.starts.get(1), run.starts.get(33), run.starts.get(65));
    }

    @Test
    void aFurtherBatchIsHandedOverOnceTheOldestOfThoseThatMayBeUnderWayIsPaidFor() {
        int handOver = BATCH + 32 * PER_GRID;
        long batchRuns = 31 * (RUN + NEXT) + RUN;
        long firstPaid = RUN + 10_000;

        // One under way: each batch waits for all completions before it.
        long first = firstPaid + handOver;
        long firstBatchPaid = first + batchRuns + 32 * 10_000;
        long second = firstBatchPaid + handOver;
        long secondBatchPaid = second + batchRuns + 32 * 10_000;
        assertThat(startsOfBatches(1)).containsExactly(first, second, secondBatchPaid + handOver);

        // Two: the first two wait for the end of what is before them alone, the third for the completions of the first.
        first = RUN + WAKE + WALK;
        assertThat(first + batchRuns).isGreaterThan(firstPaid);
        firstBatchPaid = first + batchRuns + 32 * 10_000;
        second = first + batchRuns + WAKE + 32 * WALK + handOver;
        assertThat(startsOfBatches(2)).containsExactly(first, second, firstBatchPaid + handOver);

        // Three: none waits for completions.
        long third = second + batchRuns + WAKE + 32 * WALK + handOver;
        assertThat(startsOfBatches(3)).containsExactly(first, second, third);
    }

    @Test
    void whatComesBehindSomethingThatIsNoGridIsHandedOverAnew() {
        GridChain chain = new GridChain(costs(2), true, 0, 0);
        for (int i = 0; i < 5; i++) {
            chain.add();
        }
        chain.ended(1, RUN, pool, 1, 1, (cycle, entry) -> {});
        long second = chain.next(RUN, WAKE, launches -> 0);
        assertThat(chain.next(second + RUN, WAKE, launches -> 0)).isEqualTo(second + RUN + NEXT);
        chain.passes();
        assertThat(chain.waiting()).isEqualTo(2);
        long end = second + 2 * (RUN + NEXT);
        long next = chain.next(end, WAKE, launches -> 0);
        assertThat(next).isEqualTo(end + WAKE + BATCH + 2 * PER_GRID);
        assertThat(chain.next(next + RUN, WAKE, launches -> 0)).isEqualTo(next + RUN + NEXT);
        assertThat(chain.isWaiting()).isFalse();
    }

    @Test
    void whatEndedBeforeSomethingThatIsNoGridIsPaidForWithIt() {
        GridChain chain = new GridChain(costs(2), true, 0, 0);
        for (int i = 0; i < 4; i++) {
            chain.add();
        }
        List<Long> retired = new ArrayList<>();
        chain.ended(1, 100, pool, 1, 1, (cycle, entry) -> retired.add(cycle));
        chain.next(100, WAKE, launches -> 0);
        chain.ended(2, 6_000, pool, 1, 1, (cycle, entry) -> retired.add(cycle));
        assertThat(retired).hasSize(1);
        chain.passes();
        chain.ended(3, 6_100, pool, 1, 1, (cycle, entry) -> retired.add(cycle));
        assertThat(retired)
                .containsExactly(100L + TAIL_COMPLETION, 6_100L + TAIL_COMPLETION, 6_100L + 2 * TAIL_COMPLETION);
    }

    /** 700 + 0.1 * 1,000 slots + 1.5 * (400 + 0.02 * 1,000) * (2 + 0.5 * 1) + 600 * 2 / 3. */
    @Test
    void chainsThatAreUnderWayTakeTurnsWithTheirCompletions() {
        ChainSpec shared = new ChainSpec(32, 2, 0, 0, 0, 700, 400, 0.1, 400, 0, 0.02, 600, 0.5);
        GridChain chain = new GridChain(shared, false, 0.5, 0);
        chain.add();
        chain.ended(
                1, 10_000, pool, 2, 3, (cycle, entry) -> assertThat(cycle).isEqualTo(10_000 + 700 + 100 + 1_575 + 400));
        assertThat(chain.retiredAt()).isEqualTo(12_775);
    }

    /** A quarter of 4,000 slots fits into the L2. */
    @Test
    void aTurnTakesLongerAsFarAsTheSlotsAreNotInTheL2() {
        ChainSpec shared = new ChainSpec(32, 2, 0, 0, 0, 700, 400, 0, 100, 80, 0, 0, 0);
        GridChain chain = new GridChain(shared, true, 0, 0);
        chain.ended(1, 0, new PendingLaunchPool(4_000, () -> 0, 1_000), 1, 1, (cycle, entry) -> {});
        assertThat(chain.retiredAt()).isEqualTo(400 + 100 + 60);
    }
}
