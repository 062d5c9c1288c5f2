package io.cdpsim.runtime.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.memory.visibility.VisibilityChecker;
import io.cdpsim.memory.visibility.causality.LaunchHistory;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Who owns a stream of the device, what its next entry waits for, and when another may stand in its place. */
class StreamTableTest {
    private final StreamTable streams = new StreamTable(64);

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

    /** measurements/nullslots.cu. */
    @Test
    void nullStreamsOfBlocksOfAGridThatAreAMultipleOfTheQueuesApartShareAQueue() {
        int first = streams.addNull(11, 3);
        for (int apart : new int[] {64, 128}) {
            assertThat(streams.queue(streams.addNull(11, 3 + apart))).isEqualTo(streams.queue(first));
        }
        for (int apart : new int[] {1, 2, 16, 31, 32, 33, 96, 132, 200}) {
            assertThat(streams.queue(streams.addNull(11, 3 + apart))).isNotEqualTo(streams.queue(first));
        }
        assertThat(streams.queue(streams.addNull(12, 3))).as("another grid").isNotEqualTo(streams.queue(first));
        assertThat(streams.queue(streams.addNamed(5, 11, 3 + 64))).isNotEqualTo(streams.queue(first));
    }

    @Test
    void whatIsInAQueueIsLastForAllItsStreams() {
        int first = streams.addNull(11, 3);
        int second = streams.addNull(11, 67);
        streams.last(second, 70);
        assertThat(streams.last(first)).isEqualTo(70);
        streams.completed(streams.queue(second), 70);
        assertThat(streams.last(first)).isZero();
    }

    @Test
    void aQueueStaysAsLongAsItHasAStreamOrWork() {
        int first = streams.addNull(11, 3);
        int second = streams.addNull(11, 67);
        int queue = streams.queue(first);
        streams.close(first);
        assertThat(streams.isFree(queue)).as("the second is open").isFalse();
        streams.last(second, 70);
        streams.close(second);
        assertThat(streams.isFree(queue)).as("it has work").isFalse();
        assertThat(streams.queue(streams.addNull(11, 131)))
                .as("a third joins it")
                .isEqualTo(queue);
        streams.completed(queue, 70);
        assertThat(streams.isFree(queue)).as("the third is open").isFalse();
    }

    @Test
    void aQueueWithoutStreamsAndWorkIsReused() {
        int first = streams.addNull(11, 3);
        int second = streams.addNull(11, 67);
        streams.close(first);
        streams.close(second);
        assertThat(streams.isFree(first)).isTrue();
        Set<Integer> reused = new HashSet<>();
        reused.add(streams.add(12, 0));
        reused.add(streams.add(12, 0));
        assertThat(reused).containsExactlyInAnyOrder(first, second);
        assertThat(streams.queue(first)).isEqualTo(first);
    }

    @Test
    void withoutSharedQueuesEachNullStreamHasItsOwn() {
        StreamTable alone = new StreamTable(0);
        assertThat(alone.queue(alone.addNull(11, 3))).isNotEqualTo(alone.queue(alone.addNull(11, 67)));
    }
}
