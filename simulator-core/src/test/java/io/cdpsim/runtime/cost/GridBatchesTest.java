package io.cdpsim.runtime.cost;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.profile.ChainSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** How one chain of queued grids is handed over, with round costs. Expected cycles are sums made by hand. */
class GridBatchesTest {
    private static final int BATCH = 1_000;
    private static final int PER_GRID = 100;
    private static final int NEXT = 50;
    private static final int WAKE = 5_000;
    private static final int WALK = 10;
    private static final int RUN = 200;

    private static ChainSpec costs(int underWay) {
        return Spec.chain(32, underWay, BATCH, PER_GRID, NEXT, 0);
    }

    private static GridBatches.Next next(GridBatches batches, int entry, long now) {
        return Objects.requireNonNull(batches.next(entry, now, WAKE, launches -> (long) WALK * launches));
    }

    /** When the grids of a chain start, the first of them known; each runs for as long as the others and is retired when its batch has run. */
    private static List<Long> starts(boolean secondAlone, long first, int grids) {
        GridBatches batches = new GridBatches(costs(2), secondAlone, first);
        for (int i = 1; i < grids; i++) {
            batches.add();
        }
        List<Long> starts = new ArrayList<>();
        long start = first;
        for (int i = 0; i < grids; i++) {
            starts.add(start);
            long end = start + RUN;
            if (batches.ended()) {
                assertThat(batches.batchRetired(end)).isNull();
            }
            if (i + 1 < grids) {
                GridBatches.Next next = next(batches, i + 1, end);
                assertThat(next.entry()).isEqualTo(i + 1);
                start = next.startCycle();
            }
        }
        return starts;
    }

    @Test
    void theSecondGridOfAStreamIsHandedOverAloneOnceTheEndOfTheFirstHasShownThatThereIsAnOrder() {
        List<Long> starts = starts(true, 10_000, 40);
        long second = 10_000 + RUN + WAKE + WALK;
        assertThat(starts.get(1)).isEqualTo(second);
        // The third is the first of a batch: beside a single grid it could be handed over from that one's start on.
        long third = second + RUN + WAKE + WALK;
        assertThat(second + BATCH + 32 * PER_GRID).isLessThan(third);
        assertThat(starts.get(2)).isEqualTo(third);
        assertThat(starts.get(3)).isEqualTo(third + RUN + NEXT);
    }

    @Test
    void theFirstBatchOfTailsIsFullAtOnce() {
        List<Long> starts = starts(false, 10_000, 40);
        long second = 10_000 + RUN + WAKE + WALK;
        assertThat(starts.get(1)).isEqualTo(second);
        assertThat(starts.get(2)).isEqualTo(second + RUN + NEXT);
    }

    @Test
    void aBatchHolds32GridsThatFollowOneAnotherAtOnceAndTheNextIsHandedOverWhenItHasRun() {
        List<Long> starts = starts(false, 0, 1 + 32 + 32 + 4);
        long first = RUN + WAKE + WALK;
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
    void aFurtherBatchWaitsUntilTheOldestOfThoseThatMayBeUnderWayIsRetired() {
        for (int underWay = 1; underWay <= 3; underWay++) {
            GridBatches batches = new GridBatches(costs(underWay), true, 0);
            for (int i = 0; i < 5; i++) {
                batches.add();
            }
            // The first grid and those behind it that go alone are batches of one.
            long now = RUN;
            assertThat(batches.ended()).isTrue();
            int handedOver = 0;
            if (underWay > 1) {
                now = next(batches, 2, now).startCycle() + RUN;
                assertThat(batches.ended()).isTrue();
                handedOver++;
            }
            if (underWay > 2) {
                next(batches, 3, now);
                continue;
            }
            assertThat(batches.next(7, now, WAKE, launches -> 0)).isNull();
            int grids = handedOver == 0 ? 1 : 4;
            GridBatches.Next late = batches.batchRetired(50_000);
            assertThat(late).isEqualTo(new GridBatches.Next(7, 50_000 + BATCH + grids * PER_GRID));
        }
    }

    @Test
    void aBatchThatIsRetiredBeforeTheNextIsDueHoldsUpNothing() {
        GridBatches batches = new GridBatches(costs(1), false, 0);
        batches.add();
        assertThat(batches.ended()).isTrue();
        assertThat(batches.batchRetired(RUN)).isNull();
        assertThat(next(batches, 2, 10_000)).isEqualTo(new GridBatches.Next(2, 10_000 + WAKE + WALK));
    }

    @Test
    void whatComesBehindSomethingThatIsNoGridIsHandedOverAnew() {
        GridBatches batches = new GridBatches(costs(2), false, 0);
        for (int i = 0; i < 5; i++) {
            batches.add();
        }
        assertThat(batches.ended()).isTrue();
        long second = next(batches, 2, RUN).startCycle();
        assertThat(batches.ended()).isFalse();
        assertThat(next(batches, 3, second + RUN).startCycle()).isEqualTo(second + RUN + NEXT);
        batches.passes();
        assertThat(batches.waiting()).isEqualTo(2);
        // Nothing is left of the batch: with this one it has run.
        assertThat(batches.ended()).isTrue();
        batches.batchRetired(second);
        long end = second + 2 * (RUN + NEXT);
        long next = next(batches, 5, end).startCycle();
        assertThat(next).isEqualTo(end + WAKE + 2 * WALK + BATCH + 2 * PER_GRID);
        assertThat(next(batches, 6, next + RUN).startCycle()).isEqualTo(next + RUN + NEXT);
        assertThat(batches.waiting()).isZero();
    }
}
