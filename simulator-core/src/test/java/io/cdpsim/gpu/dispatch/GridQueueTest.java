package io.cdpsim.gpu.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class GridQueueTest {
    static LongStream seeds() {
        return LongStream.range(0, 50);
    }

    private record Waiting(int node, boolean ofStream) {}

    @ParameterizedTest
    @MethodSource("seeds")
    void theOldestGridThatMayRunIsNext(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        GridQueue queue = new GridQueue();
        List<Waiting> expected = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            boolean streamGridsMayRun = random.nextBoolean();
            Waiting next = expected.stream()
                    .filter(w -> streamGridsMayRun || !w.ofStream())
                    .findFirst()
                    .orElse(null);
            assertThat(queue.isEmpty(streamGridsMayRun)).isEqualTo(next == null);
            assertThat(queue.size()).isEqualTo(expected.size());
            if (next == null || random.nextBoolean()) {
                Waiting arriving = new Waiting(i, random.nextBoolean());
                queue.add(arriving.node(), arriving.ofStream());
                expected.add(arriving);
            } else {
                boolean ofStream = queue.nextIsOfStream(streamGridsMayRun);
                assertThat(ofStream).isEqualTo(next.ofStream());
                assertThat(queue.remove(ofStream)).isEqualTo(next.node());
                expected.remove(next);
            }
        }
    }
}
