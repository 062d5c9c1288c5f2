package io.cdpsim.profile;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ClockSpecTest {
    private final ClockSpec clock = new ClockSpec(1_980_000_000L);

    @Test
    void cyclesAreRoundedToTheNearest() {
        assertThat(clock.cyclesFromNanos(100)).isEqualTo(198);
        assertThat(clock.cyclesFromNanos(0.25)).isZero();
        assertThat(clock.cyclesFromNanos(0.26)).isEqualTo(1);
    }

    @Test
    void aNegativeDurationIsNoCycles() {
        assertThat(clock.cyclesFromNanos(-5)).isZero();
    }

    @Test
    void cyclesLastTheirShareOfASecond() {
        assertThat(clock.nanosFromCycles(1_980)).isEqualTo(1_000);
        assertThat(clock.microsFromCycles(1_980)).isEqualTo(1);
    }
}
