package io.cdpsim.gpu.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A queue of many items by cycle and rank gives them in the order of the JDK's queue. */
class CycleHeapTest {
    private record Item(long cycle, long rank) {}

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void itemsComeInTheOrderOfTheirCyclesThenOfTheirRanks(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        CycleHeap<Item> heap = new CycleHeap<>();
        PriorityQueue<Item> expected =
                new PriorityQueue<>(Comparator.comparingLong(Item::cycle).thenComparingLong(Item::rank));
        for (int i = 0; i < 5_000; i++) {
            if (expected.isEmpty() || random.nextInt(100) < (i < 2_500 ? 60 : 45)) {
                Item item = new Item(random.nextInt(50), i % 2 == 0 ? i : -i);
                heap.add(item.cycle(), item.rank(), item);
                expected.add(item);
            } else {
                assertThat(heap.nextCycle()).isEqualTo(expected.element().cycle());
                assertThat(heap.remove()).isEqualTo(expected.remove());
            }
            assertThat(heap.size()).isEqualTo(expected.size());
        }
    }

    @Test
    void anEmptyQueueHasNoNextCycleAndNothingToRemove() {
        CycleHeap<Item> heap = new CycleHeap<>();
        heap.add(3, 0, new Item(3, 0));
        heap.remove();
        assertThat(heap.nextCycle()).isEqualTo(Long.MAX_VALUE);
        assertThatThrownBy(heap::remove).isInstanceOf(IllegalStateException.class);
    }
}
