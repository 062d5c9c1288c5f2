package io.cdpsim.gpu.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Requests that several SMs have posted. */
class RequestBatchTest {
    private static final int SLICES = 4;
    private static final int CHANNELS = 3;

    private final RequestBatch batch = new RequestBatch();
    private final PostedRequests first = new PostedRequests();
    private final PostedRequests second = new PostedRequests();

    /** A store of a line at a cycle, sent a cycle later; the line decides its slice and its channel. */
    private static void store(PostedRequests posted, long line, long cycle) {
        int request = posted.count();
        posted.store(line, 1, cycle + 1, 0, (int) line % SLICES, (int) line % CHANNELS);
        posted.areOf(request, request, cycle);
    }

    private void twoSms() {
        store(first, 10, 5);
        store(first, 11, 7);
        store(first, 12, 7);
        store(second, 20, 4);
        store(second, 21, 7);
        batch.add(first, 0, 1, 0, first.count());
        batch.add(second, 1, 2, 0, second.count());
        batch.sort();
    }

    private List<Long> lines(RequestBatch.Part part) {
        return IntStream.range(0, part.count()).mapToObj(part::line).toList();
    }

    @Test
    void theOrderIsByCycleThenBySmThenAsPosted() {
        twoSms();

        assertThat(IntStream.range(0, batch.count()).mapToObj(i -> batch.line(batch.at(i))))
                .containsExactly(20L, 10L, 11L, 12L, 21L);
    }

    @Test
    void eachPartHasTheRequestsOfItsSlicesInOrder() {
        twoSms();

        batch.divideAmongSlices(SLICES, SLICES, 2);

        // Slices 0 and 1, then slices 2 and 3.
        assertThat(lines(batch.part(0))).containsExactly(20L, 12L, 21L);
        assertThat(lines(batch.part(1))).containsExactly(10L, 11L);
    }

    @Test
    void aPartHasTheSlicesOfOnePlaceInAllPartitions() {
        twoSms();

        batch.divideAmongSlices(SLICES, SLICES / 2, 2);

        // Slices 0 and 2, then slices 1 and 3.
        assertThat(lines(batch.part(0))).containsExactly(20L, 10L, 12L);
        assertThat(lines(batch.part(1))).containsExactly(11L, 21L);
    }

    @Test
    void channelsContinueWhereSlicesHaveStartedTheRequests() {
        twoSms();
        batch.divideAmongSlices(SLICES, SLICES, 2);
        for (int p = 0; p < 2; p++) {
            RequestBatch.Part part = batch.part(p);
            for (int i = 0; i < part.count(); i++) {
                part.done(i, 100 + part.line(i));
            }
        }
        batch.join();

        batch.divideAmongChannels(CHANNELS, 3);

        RequestBatch.Part ofChannel0 = batch.part(0);
        assertThat(lines(ofChannel0)).containsExactly(12L, 21L);
        assertThat(ofChannel0.time(0)).isEqualTo(112);
        assertThat(ofChannel0.time(1)).isEqualTo(121);
    }

    @Test
    void anSmLearnsWhenItsRequestsAreDone() {
        twoSms();
        batch.divideAmongChannels(CHANNELS, 1);
        for (int i = 0; i < batch.part(0).count(); i++) {
            batch.part(0).done(i, 1_000 + batch.part(0).line(i));
        }
        batch.join();

        batch.answer();

        assertThat(IntStream.range(0, 3).mapToObj(first::doneAt)).containsExactly(1_010L, 1_011L, 1_012L);
        assertThat(IntStream.range(0, 2).mapToObj(second::doneAt)).containsExactly(1_020L, 1_021L);
    }
}
