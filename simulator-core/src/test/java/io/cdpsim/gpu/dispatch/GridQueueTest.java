package io.cdpsim.gpu.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.profile.read.RoundNumbers;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class GridQueueTest {
    static LongStream seeds() {
        return LongStream.range(0, 50);
    }

    private record Waiting(int node, int queue) {}

    private static GridQueue queue(int resident, int queues) {
        return new GridQueue(
                RoundNumbers.profile("grid.max_resident_stream_grids=" + resident, "grid.stream_queues=" + queues)
                        .grid());
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void theOldestGridThatMayRunIsNext(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int queues = 1 + random.nextInt(8);
        int limit = 1 + random.nextInt(16);
        int limitOfQueue = Math.max(1, limit / queues);
        GridQueue queue = queue(limit, queues);
        List<Waiting> expected = new ArrayList<>();
        List<Integer> resident = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            Waiting next = expected.stream()
                    .filter(w -> w.queue() == GridQueue.OTHERS
                            || (resident.size() < limit
                                    && resident.stream()
                                                    .filter(of -> of == w.queue())
                                                    .count()
                                            < limitOfQueue))
                    .findFirst()
                    .orElse(null);
            assertThat(queue.next()).isEqualTo(next == null ? GridQueue.NONE : next.queue());
            assertThat(queue.size()).isEqualTo(expected.size());
            if (!resident.isEmpty() && random.nextInt(3) == 0) {
                queue.changeResident(resident.remove(random.nextInt(resident.size())), -1);
            } else if (next == null || random.nextBoolean()) {
                int to = random.nextBoolean() ? GridQueue.OTHERS : queue.ofStream(random.nextInt(100));
                queue.add(i, to);
                expected.add(new Waiting(i, to));
            } else {
                assertThat(queue.remove(next.queue())).isEqualTo(next.node());
                expected.remove(next);
                queue.changeResident(next.queue(), 1);
                if (next.queue() != GridQueue.OTHERS) {
                    resident.add(next.queue());
                }
            }
        }
    }

    /** measurements/nullslots.cu. */
    @Test
    void streamsHaveOneQueueWhosePlacesAreAMultipleOfTheNumberOfQueuesApart() {
        GridQueue queue = queue(64, 64);
        assertThat(queue.ofStream(3 + 64)).isEqualTo(queue.ofStream(3));
        assertThat(queue.ofStream(3 + 128)).isEqualTo(queue.ofStream(3));
        for (int apart : new int[] {1, 2, 16, 31, 32, 33, 96, 132, 200}) {
            assertThat(queue.ofStream(3 + apart)).isNotEqualTo(queue.ofStream(3));
        }
    }
}
