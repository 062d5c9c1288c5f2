package io.cdpsim.programs.exec.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The waits for a call of a program that shares memory with a busy device. */
class CallPatienceTest {
    /** Delays of a busy computer's scheduler are some tens of milliseconds. */
    @Test
    void theFirstWaitOutlastsADelayOfTheScheduler() {
        assertThat(new CallPatience().millis()).isGreaterThan(50);
    }

    @Test
    void thousandPollsCostLessThanAnEighthOfASecondMoreThanWaitsOfOneMillisecond() {
        CallPatience patience = new CallPatience();
        long more = 0;
        for (int poll = 0; poll < 1000; poll++) {
            assertThat(patience.millis()).isPositive();
            more += patience.millis() - 1;
            patience.lapsed();
        }
        assertThat(more).isLessThan(125);
        assertThat(patience.millis()).isEqualTo(1);
    }
}
