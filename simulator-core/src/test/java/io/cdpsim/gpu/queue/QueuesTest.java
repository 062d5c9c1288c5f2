package io.cdpsim.gpu.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The queues of the device that stand alone. */
class QueuesTest {
    static LongStream seeds() {
        return LongStream.range(0, 50);
    }

    @Test
    void aFreeResourceServesAtOnceAndABusyOneLater() {
        ServiceQueue queue = new ServiceQueue();
        long tenCycles = ServiceQueue.fractions(10);

        assertThat(queue.serve(100, tenCycles)).isEqualTo(100);
        assertThat(queue.serve(100, tenCycles)).isEqualTo(110);
        assertThat(queue.serve(115, tenCycles)).isEqualTo(120);
        assertThat(queue.freeAtCycles()).isEqualTo(130);
        assertThat(queue.serve(500, tenCycles)).isEqualTo(500);
        assertThat(queue.freeAtCycles()).isEqualTo(510);
    }

    @Test
    void aServiceTimeGivesBackTheCyclesItWasMadeOf() {
        assertThat(ServiceQueue.cycles(ServiceQueue.fractions(2.5))).isEqualTo(2.5);
        assertThat(ServiceQueue.wholeCycles(ServiceQueue.fractions(2.5))).isEqualTo(2);
        assertThat(ServiceQueue.cycles(0)).isZero();
    }

    @Test
    void aFractionalRateHoldsOnAverage() {
        ServiceQueue queue = new ServiceQueue();
        long service = ServiceQueue.fractions(0.25);

        for (int i = 0; i < 1_000; i++) {
            assertThat(queue.serve(0, service)).isEqualTo(i / 4);
        }
        assertThat(queue.freeAtCycles()).isEqualTo(250);
        queue.serve(0, service);
        assertThat(queue.freeAtCycles()).isEqualTo(251);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void serviceStartsWhenRequestAndResourceAreReady(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        ServiceQueue queue = new ServiceQueue();
        double free = 0;
        long now = 0;
        for (int i = 0; i < 500; i++) {
            now += random.nextInt(20);
            double cycles = random.nextInt(1, 4_000) / 256.0;
            double start = Math.max((double) now, free);
            assertThat(queue.serve(now, ServiceQueue.fractions(cycles))).isEqualTo((long) Math.floor(start));
            free = start + cycles;
            assertThat(queue.freeAtCycles()).isEqualTo((long) Math.ceil(free));
        }
    }

    @Test
    void requestsToOneAddressTakeTurns() {
        AddressQueues queues = new AddressQueues(4);

        assertThat(queues.lastTurn(64, 1, 1_000)).isEqualTo(1_000);
        assertThat(queues.lastTurn(64, 1, 1_000)).isEqualTo(1_004);
        assertThat(queues.lastTurn(64, 32, 1_000)).isEqualTo(1_008 + 31 * 4);
        assertThat(queues.lastTurn(64, 1, 1_001)).isEqualTo(1_000 + 34 * 4);
        assertThat(queues.lastTurn(64, 2, 9_000)).isEqualTo(9_004);
    }

    @Test
    void requestsToNeighbouringAddressesDoNotWaitForEachOther() {
        AddressQueues queues = new AddressQueues(100);
        for (int i = 0; i < 32; i++) {
            assertThat(queues.lastTurn((1L << 40) + 4L * i, 1, 7)).isEqualTo(7);
        }
        for (int i = 0; i < 32; i++) {
            assertThat(queues.lastTurn((1L << 40) + 4L * i, 1, 7)).isEqualTo(107);
        }
    }

    @Test
    void anAddressIsFreeOnceAllItsRequestsHaveBeenServed() {
        AddressQueues queues = new AddressQueues(4.5);
        assertThat(queues.freeAt(64)).isZero();
        assertThat(queues.allServedAt()).isZero();
        queues.lastTurn(64, 3, 1_000);
        queues.lastTurn(128, 2, 900);
        // 13.5 and 9 cycles.
        assertThat(queues.freeAt(64)).isEqualTo(1_013);
        assertThat(queues.freeAt(128)).isEqualTo(909);
        assertThat(queues.freeAt(192)).as("nobody asked for it").isZero();
        assertThat(queues.allServedAt()).isEqualTo(1_013);
    }

    @Test
    void aResourceThatIsHeldServesAfterwards() {
        ServiceQueue queue = new ServiceQueue();
        queue.holdUntil(50);
        assertThat(queue.isFreeAt(49)).isFalse();
        assertThat(queue.isFreeAt(50)).isTrue();
        queue.holdUntil(20);
        assertThat(queue.serve(10, ServiceQueue.fractions(5))).isEqualTo(50);
        assertThat(queue.serve(10, 0)).isEqualTo(55);
    }

    @Test
    void wholeCyclesLeaveOutTheRest() {
        assertThat(ServiceQueue.wholeCycles(ServiceQueue.fractions(7.75))).isEqualTo(7);
    }

    /** More addresses than are remembered: one that has been driven out waits for nobody, and no other waits for longer. */
    @Test
    void anEvictedAddressDoesNotWait() {
        AddressQueues queues = new AddressQueues(100);
        int addresses = 1 << 14;
        for (int i = 0; i < addresses; i++) {
            assertThat(queues.lastTurn(128L * i + 128, 1, 7)).isEqualTo(7);
        }
        int remembered = 0;
        for (int i = 0; i < addresses; i++) {
            long free = queues.freeAt(128L * i + 128);
            assertThat(free).isIn(0L, 107L);
            remembered += free == 0 ? 0 : 1;
        }
        assertThat(remembered).isBetween(1 << 11, 1 << 12);
    }
}
