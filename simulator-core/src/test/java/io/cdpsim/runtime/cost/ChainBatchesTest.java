package io.cdpsim.runtime.cost;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which grids of a chain are handed over together. */
class ChainBatchesTest {
    private static ChainBatches batches(int underWay, boolean secondAlone, int waiting) {
        ChainBatches batches = new ChainBatches(LaunchSpecBuilder.chain(32, underWay, 0, 0, 0, 0), secondAlone);
        for (int i = 0; i < waiting; i++) {
            batches.add(false);
        }
        return batches;
    }

    /** The batches of a stream of which all grids have run and none is retired. */
    private static ChainBatches allRun(int underWay, int grids) {
        ChainBatches batches = batches(underWay, true, grids - 1);
        batches.complete(Launching.CANNOT);
        while (batches.waiting() > 0) {
            assertThat(batches.canDispatch()).isTrue();
            batches.startNext();
            batches.complete(Launching.CANNOT);
        }
        return batches;
    }

    /** The batches of a chain each of whose grids has ended when the next has its turn. */
    private static List<Integer> sizes(boolean secondAlone, int grids) {
        ChainBatches batches = batches(2, secondAlone, grids - 1);
        List<Integer> sizes = new ArrayList<>();
        while (batches.waiting() > 0) {
            batches.complete(Launching.CANNOT);
            int begins = batches.startNext();
            if (begins > 0) {
                sizes.add(begins);
            }
        }
        return sizes;
    }

    @Test
    void theSecondGridOfAStreamGoesAloneOnceTheEndOfTheFirstHasShownThatThereIsAnOrder() {
        assertThat(sizes(true, 40)).containsExactly(1, 32, 6);
    }

    @Test
    void theFirstBatchOfTailsIsFullAtOnce() {
        assertThat(sizes(false, 1 + 32 + 32 + 4)).containsExactly(32, 32, 4);
    }

    /** Of the grids behind the first, the third and the sixth can launch. */
    @Test
    void aGridThatCanLaunchIsABatchOfItsOwn() {
        ChainBatches batches = batches(2, false, 0);
        for (int i = 1; i <= 7; i++) {
            batches.add(i % 3 == 0);
        }
        List<Integer> sizes = new ArrayList<>();
        for (int i = 1; i <= 7; i++) {
            batches.complete(Launching.CANNOT);
            int begins = batches.startNext();
            assertThat(batches.handOver()).isEqualTo(i % 3 == 0 ? HandOver.ALONE : HandOver.IN_BATCHES);
            if (begins > 0) {
                sizes.add(begins);
            }
        }
        assertThat(sizes).containsExactly(2, 1, 2, 1, 1);
    }

    @Test
    void aBatchHasRunWithItsLastGrid() {
        ChainBatches batches = batches(2, false, 3);
        assertThat(batches.complete(Launching.CANNOT)).isTrue();
        assertThat(batches.startNext()).isEqualTo(3);
        assertThat(batches.complete(Launching.CANNOT)).isFalse();
        assertThat(batches.startNext()).isZero();
        assertThat(batches.complete(Launching.CANNOT)).isFalse();
        assertThat(batches.startNext()).isZero();
        assertThat(batches.complete(Launching.CANNOT)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void onceAsManyGridsHaveRunAsSoManyWholeBatchesHoldAllOfThemMustBeRetiredBeforeTheNext(int underWay) {
        assertThat(allRun(underWay, underWay * 32 - 1).canDispatch()).isTrue();
        ChainBatches batches = allRun(underWay, underWay * 32);
        // These are two more batches: the first two grids go alone, and the last batch holds the 30 that are left. They
        // retire in any order.
        List<Integer> sizes = new ArrayList<>(Collections.nCopies(underWay - 1, 32));
        sizes.addAll(List.of(1, 30, 1));
        for (int grids : sizes) {
            assertThat(batches.canDispatch()).isFalse();
            batches.retireBatch(grids);
        }
        assertThat(batches.canDispatch()).isTrue();
    }

    @Test
    void aSmallBatchThatIsRetiredBeforeALargerOneFreesOnlyItsOwnGrids() {
        // Batches of one, one and thirty.
        ChainBatches batches = allRun(2, 32);
        batches.retireBatch(1);
        for (int i = 0; i < 32; i++) {
            batches.add(false);
        }
        for (int i = 0; i < 32; i++) {
            batches.startNext();
            batches.complete(Launching.CANNOT);
        }
        assertThat(batches.canDispatch()).as("31 and 32 grids").isTrue();
        batches.add(false);
        batches.startNext();
        batches.complete(Launching.CANNOT);
        assertThat(batches.canDispatch()).as("64 grids").isFalse();
    }

    @Test
    void whatIsPreparedWhileASingleGridRunsIsAllThatWaitsBehindIt() {
        ChainBatches batches = batches(2, true, 8);
        batches.complete(Launching.CANNOT);
        assertThat(batches.startNext()).isEqualTo(1);
        assertThat(batches.dispatchedBatches()).isEqualTo(1);
        assertThat(batches.nextBatchGrids()).isEqualTo(7);
        for (int i = 0; i < 40; i++) {
            batches.add(false);
        }
        assertThat(batches.nextBatchGrids()).isEqualTo(32);
    }

    @Test
    void nothingIsPreparedBehindTheLast() {
        ChainBatches batches = batches(2, true, 6);
        batches.complete(Launching.CANNOT);
        batches.startNext();
        batches.complete(Launching.CANNOT);
        assertThat(batches.startNext()).isEqualTo(5);
        assertThat(batches.nextBatchGrids()).isZero();
    }

    @Test
    void whatComesBehindSomethingThatIsNoGridIsHandedOverAnew() {
        ChainBatches batches = batches(2, false, 5);
        assertThat(batches.complete(Launching.CANNOT)).isTrue();
        assertThat(batches.startNext()).isEqualTo(5);
        assertThat(batches.complete(Launching.CANNOT)).isFalse();
        assertThat(batches.startNext()).isZero();
        batches.skip();
        assertThat(batches.waiting()).isEqualTo(2);
        // Nothing is left of the batch: with this one it has run.
        assertThat(batches.complete(Launching.CANNOT)).isTrue();
        assertThat(batches.startNext()).isEqualTo(2);
    }

    @Test
    void somethingThatIsNoGridBeforeTheFirstWasNeverAmongThoseThatWait() {
        ChainBatches batches = batches(2, true, 3);
        batches.skip();
        assertThat(batches.waiting()).isEqualTo(3);
    }
}
