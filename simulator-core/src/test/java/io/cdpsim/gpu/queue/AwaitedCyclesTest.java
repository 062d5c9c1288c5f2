package io.cdpsim.gpu.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.PriorityQueue;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AwaitedCyclesTest {
    @Test
    void givesWhatAPriorityQueueGives() {
        AwaitedCycles awaited = new AwaitedCycles();
        PriorityQueue<Long> expected = new PriorityQueue<>();
        Random random = new Random(7);
        for (int i = 0; i < 5_000; i++) {
            if (random.nextInt(5) < 3) {
                long cycle = random.nextInt(50) + i;
                awaited.add(cycle);
                expected.add(cycle);
            } else if (!expected.isEmpty()) {
                assertThat(awaited.next()).isEqualTo(expected.remove());
                awaited.remove();
            }
        }
        expected.forEach(each -> awaited.remove());
        assertThat(awaited.next()).isEqualTo(AwaitedCycles.NEVER);
    }
}
