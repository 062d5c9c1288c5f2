package io.cdpsim.runtime.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.memory.visibility.VisibilityChecker;
import io.cdpsim.memory.visibility.causality.LaunchHistory;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Who owns a stream of the device, what its next entry waits for, and when another may stand in its place. */
class StreamTableTest {
    private final StreamTable streams = new StreamTable();

    @Test
    void aStreamBelongsToTheGridAndBlockThatMadeIt() {
        int first = streams.add(11, 3);
        int second = streams.addNamed(5, 12, 4);
        assertThat(second).isNotEqualTo(first);
        assertThat(streams.ownerGrid(first)).isEqualTo(11);
        assertThat(streams.ownerBlock(first)).isEqualTo(3);
        assertThat(streams.ownerGrid(second)).isEqualTo(12);
        assertThat(streams.ownerBlock(second)).isEqualTo(4);
    }

    @Test
    void onlyAStreamThatWasMadeExists() {
        assertThat(streams.exists(1)).isFalse();
        int stream = streams.add(11, 3);
        assertThat(streams.exists(stream)).isTrue();
        assertThat(streams.exists(stream + 1)).isFalse();
        assertThat(streams.exists(0)).as("0 means none").isFalse();
        assertThat(streams.exists(-1)).isFalse();
        assertThat(streams.exists(Long.MAX_VALUE)).isFalse();
    }

    @Test
    void theNextEntryWaitsForTheLastThatIsNotComplete() {
        int stream = streams.add(11, 0);
        streams.last(stream, 70);
        streams.last(stream, 71);
        streams.completed(stream, 70);
        assertThat(streams.last(stream)).isEqualTo(71);
        streams.completed(stream, 71);
        assertThat(streams.last(stream)).isZero();
        assertThat(streams.isFree(stream)).as("it is open for more").isFalse();
    }

    @Test
    void aClosedStreamGoesOnceItsWorkIsDone() {
        int busy = streams.add(11, 0);
        streams.last(busy, 70);
        streams.close(busy);
        assertThat(streams.isFree(busy)).isFalse();
        streams.completed(busy, 70);
        assertThat(streams.isFree(busy)).isTrue();

        int idle = streams.addNamed(5, 11, 0);
        assertThat(streams.isFree(idle)).isFalse();
        streams.close(idle);
        assertThat(streams.isFree(idle)).isTrue();
    }

    @Test
    void aStreamWithoutAHandleStandsForAnotherOnceItIsGone() {
        int first = streams.add(11, 3);
        int second = streams.add(11, 4);
        streams.last(second, 70);
        streams.close(second);
        streams.close(first);
        int again = streams.add(12, 5);
        assertThat(again).isEqualTo(first);
        assertThat(streams.isFree(again)).isFalse();
        assertThat(streams.ownerGrid(again)).isEqualTo(12);
        assertThat(streams.ownerBlock(again)).isEqualTo(5);
        assertThat(streams.add(12, 6)).as("the second has work").isGreaterThan(second);
    }

    @Test
    void aStreamClosedTwiceIsFreeOnce() {
        int first = streams.add(11, 3);
        streams.close(first);
        streams.close(first);
        assertThat(streams.add(12, 0)).isEqualTo(first);
        assertThat(streams.add(12, 0)).isNotEqualTo(first);
    }

    /** Rule STR-10: what has been destroyed is found by its old handle, as long as the grid could name it. */
    @Test
    void aDestroyedStreamWithAHandleStandsForNoOtherWhileItsGridIsNotComplete() {
        int named = streams.addNamed(5, 11, 0);
        streams.close(named);
        assertThat(streams.addNamed(5, 11, 0)).isNotEqualTo(named);
        assertThat(streams.add(12, 0)).isNotEqualTo(named);
        assertThat(streams.isFree(named)).isTrue();
    }

    @Test
    void aCompleteGridLetsAllItsStreamsGoAndThoseOfNoOther() {
        Set<Integer> ofFive = new HashSet<>();
        for (int i = 0; i < 3; i++) {
            ofFive.add(streams.addNamed(5, 11, 0));
        }
        int ofSix = streams.addNamed(6, 12, 0);
        streams.releaseNamed(5);
        assertThat(ofFive).hasSize(3).allMatch(streams::isFree);
        assertThat(streams.isFree(ofSix)).isFalse();
        Set<Integer> next = new HashSet<>();
        for (int i = 0; i < 3; i++) {
            next.add(streams.addNamed(7, 13, 0));
        }
        assertThat(next).isEqualTo(ofFive);

        // Entry 5 stands for another grid, which has made no stream.
        streams.releaseNamed(5);
        assertThat(next).noneMatch(streams::isFree);
    }

    @Test
    void aGridThatMadeNoStreamHasNoneToLose() {
        int stream = streams.addNamed(5, 11, 0);
        streams.releaseNamed(1_000_000);
        streams.releaseNamed(4);
        assertThat(streams.isFree(stream)).isFalse();
    }

    @Test
    void aStreamKeepsItsHistoryAndTheNextInItsPlaceBeginsAnew() {
        VisibilityChecker checker = new VisibilityChecker(address -> 0, false, false);
        int stream = streams.add(11, 0);
        LaunchHistory history = streams.history(stream, checker);
        assertThat(streams.history(stream, checker)).isNotNull().isSameAs(history);
        int other = streams.add(11, 0);
        assertThat(streams.history(other, checker)).isNotNull().isNotSameAs(history);
        streams.close(stream);
        assertThat(streams.add(12, 0)).isEqualTo(stream);
        assertThat(streams.history(stream, checker)).isNotSameAs(history);
    }
}
