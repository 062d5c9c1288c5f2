package io.cdpsim.gpu.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServiceCalendarTest {
    private static final long ONE = ServiceQueue.fractions(1);

    /** Times are kept to a slot of this many cycles. */
    private static final int SLOT = 64;

    @Test
    void anIdleResourceServesAtOnce() {
        ServiceCalendar calendar = new ServiceCalendar();
        assertThat(calendar.serve(1000, ONE)).isEqualTo(1000);
        assertThat(calendar.serve(5000, ONE)).isEqualTo(5000);
    }

    @Test
    void aRequestThatComesLateLeavesTheTimeBeforeItToOthers() {
        ServiceCalendar calendar = new ServiceCalendar();
        assertThat(calendar.serve(10_000, 50 * ONE)).isEqualTo(10_000);
        assertThat(calendar.serve(100, ONE)).isEqualTo(100);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void requestsBeyondTheCapacityWaitAsLongAsTheWorkBeforeThemTakes(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        ServiceCalendar calendar = new ServiceCalendar();
        long work = 0;
        long last = 0;
        for (int i = 0; i < 2_000; i++) {
            long service = ONE + random.nextLong(3 * ONE);
            last = Math.max(last, calendar.serve(random.nextLong(1_000), service));
            work += service;
        }
        assertThat((double) last)
                .isBetween(
                        (double) ServiceQueue.wholeCycles(work) - 2 * SLOT, ServiceQueue.wholeCycles(work) + 1_000.0);
    }
}
