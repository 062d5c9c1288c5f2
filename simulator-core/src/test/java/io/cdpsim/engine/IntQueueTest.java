package io.cdpsim.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A queue gives back what was put in, in its order, however long it has grown or how often it has run empty. */
class IntQueueTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 3, 1_023, 1_024, 1_025, 2_048, 5_000})
    void givesBackInOrder(int most) {
        SplittableRandom random = new SplittableRandom(most);
        IntQueue queue = new IntQueue();
        Deque<Integer> expected = new ArrayDeque<>();
        for (int round = 0; round < 6; round++) {
            for (int fill = 2 * random.nextInt(most) + 1; fill > 0 && expected.size() < most; fill--) {
                int item = random.nextInt();
                queue.add(item);
                expected.add(item);
            }
            assertThat(queue.size()).isEqualTo(expected.size());
            for (int left = round % 2 == 0 ? 0 : random.nextInt(expected.size() + 1); expected.size() > left; ) {
                assertThat(queue.peek()).isEqualTo(Objects.requireNonNull(expected.peek()));
                assertThat(queue.remove()).isEqualTo(expected.remove());
            }
            assertThat(queue.isEmpty()).isEqualTo(expected.isEmpty());
        }
    }
}
