package io.cdpsim.runtime.cost;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Which of its launcher's streams a stream is. */
class StreamRanksTest {
    private final StreamRanks ranks = new StreamRanks();

    @Test
    void streamsAreCountedInTheOrderOfTheirFirstLaunches() {
        assertThat(ranks.rank(7, 1007, 1, 100)).isEqualTo(1);
        assertThat(ranks.rank(3, 1003, 1, 100)).isEqualTo(2);
        assertThat(ranks.rank(7, 1007, 1, 100)).isEqualTo(1);
        assertThat(ranks.rank(9, 1009, 1, 100)).isEqualTo(3);
        assertThat(ranks.rank(3, 1003, 1, 100)).isEqualTo(2);
    }

    @Test
    void eachLauncherHasItsOwnFirstStream() {
        assertThat(ranks.rank(7, 1007, 1, 100)).isEqualTo(1);
        assertThat(ranks.rank(8, 1008, 2, 101)).isEqualTo(1);
        assertThat(ranks.rank(9, 1009, 1, 100)).isEqualTo(2);
        assertThat(ranks.rank(10, 1010, 2, 101)).isEqualTo(2);
    }

    @Test
    void aStreamAndAnEntryThatBelongToAnotherGridNowBeginAnew() {
        assertThat(ranks.rank(7, 1007, 1, 100)).isEqualTo(1);
        assertThat(ranks.rank(8, 1008, 1, 100)).isEqualTo(2);
        assertThat(ranks.rank(8, 2008, 1, 200)).isEqualTo(1);
        assertThat(ranks.rank(7, 2007, 1, 200)).isEqualTo(2);
    }

    /** Blocks that have ended leave their NULL streams to other blocks of the grid. */
    @Test
    void aStreamThatIsUsedAgainCountsAgain() {
        assertThat(ranks.rank(7, 1, 1, 100)).isEqualTo(1);
        assertThat(ranks.rank(7, 2, 1, 100)).isEqualTo(2);
        assertThat(ranks.rank(7, 2, 1, 100)).isEqualTo(2);
    }
}
