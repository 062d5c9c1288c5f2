package io.cdpsim.gpu.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ReadyQueueTest {
    private record Entry(long cycle, int rank, int number) {}

    @Test
    void itemsAreOrderedByCycleThenRankThenInsertion() {
        Random random = new Random(5);
        ReadyQueue<Integer> agenda = new ReadyQueue<>();
        List<Entry> reference = new ArrayList<>();
        for (int number = 0; number < 5_000; number++) {
            if (random.nextInt(100) < 55) {
                long cycle = random.nextInt(40);
                int rank = random.nextInt(4);
                assertThat(agenda.isBeforeAll(cycle, rank))
                        .isEqualTo(reference.stream()
                                .allMatch(e -> cycle < e.cycle() || (cycle == e.cycle() && rank < e.rank())));
                agenda.add(cycle, rank, number);
                reference.add(new Entry(cycle, rank, number));
            } else if (!reference.isEmpty()) {
                Entry first = reference.stream()
                        .min(Comparator.comparingLong(Entry::cycle)
                                .thenComparingInt(Entry::rank)
                                .thenComparingInt(Entry::number))
                        .orElseThrow();
                assertThat(agenda.nextCycle()).isEqualTo(first.cycle());
                assertThat(agenda.next()).isEqualTo(first.number());
                agenda.remove();
                reference.remove(first);
            }
            assertThat(agenda.isEmpty()).isEqualTo(reference.isEmpty());
        }
    }

    @Test
    void anEmptyAgendaHasNothingBeforeTheEndOfTime() {
        assertThat(new ReadyQueue<String>().nextCycle()).isEqualTo(Long.MAX_VALUE);
    }
}
