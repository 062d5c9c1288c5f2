package io.cdpsim.gpu.memory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GridStartsTest {
    private final GridStarts starts = new GridStarts();

    @Test
    void theLastStartIsTheLatestUpToACycle() {
        assertThat(starts.lastBy(100)).isNegative();
        for (long cycle = 110; cycle <= 200; cycle += 10) {
            starts.add(cycle, 100);
        }
        assertThat(starts.lastBy(109)).isNegative();
        assertThat(starts.lastBy(110)).isEqualTo(110);
        assertThat(starts.lastBy(155)).isEqualTo(150);
        assertThat(starts.lastBy(1_000)).isEqualTo(200);
    }

    @Test
    void startsThatAreOverAreForgottenButTheLast() {
        starts.add(10, 0);
        starts.add(20, 0);
        starts.add(300, 30);
        assertThat(starts.lastBy(30)).isEqualTo(20);
        assertThat(starts.lastBy(300)).isEqualTo(300);
    }
}
