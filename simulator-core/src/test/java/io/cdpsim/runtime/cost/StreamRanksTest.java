package io.cdpsim.runtime.cost;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Which of its launcher's streams a stream is. */
class StreamRanksTest {
    private final StreamRanks ranks = new StreamRanks();

    @Test
    void streamsAreCountedInTheOrderOfTheirFirstLaunches() {
        assertThat(ranks.rank(7, 1, 100)).isEqualTo(1);
        assertThat(ranks.rank(3, 1, 100)).isEqualTo(2);
        assertThat(ranks.rank(7, 1, 100)).isEqualTo(1);
        assertThat(ranks.rank(9, 1, 100)).isEqualTo(3);
        assertThat(ranks.rank(3, 1, 100)).isEqualTo(2);
    }

    @Test
    void eachLauncherHasItsOwnFirstStream() {
        assertThat(ranks.rank(7, 1, 100)).isEqualTo(1);
        assertThat(ranks.rank(8, 2, 101)).isEqualTo(1);
        assertThat(ranks.rank(9, 1, 100)).isEqualTo(2);
        assertThat(ranks.rank(10, 2, 101)).isEqualTo(2);
    }

    @Test
    void aStreamAndAnEntryThatBelongToAnotherGridNowBeginAnew() {
        assertThat(ranks.rank(7, 1, 100)).isEqualTo(1);
        assertThat(ranks.rank(8, 1, 100)).isEqualTo(2);
        assertThat(ranks.rank(8, 1, 200)).isEqualTo(1);
        assertThat(ranks.rank(7, 1, 200)).isEqualTo(2);
    }
}
