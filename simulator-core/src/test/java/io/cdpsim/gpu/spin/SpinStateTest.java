package io.cdpsim.gpu.spin;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What is kept of a warp that may spin. */
class SpinStateTest {
    @Test
    void aWarpIsLookedAtOnlyInTheTurnThatIsToBeCompared() {
        SpinState spin = new SpinState();
        assertThat(spin.collects()).as("in no loop").isFalse();
        spin.start(7, 3);
        assertThat(spin.collects()).isFalse();
        spin.turns = 3;
        assertThat(spin.collects()).isTrue();
        spin.turns = 4;
        assertThat(spin.collects()).isFalse();
    }

    @Test
    void aLoopThatReadsNothingOrMoreThanFourWordsIsNotKnown() {
        SpinState spin = new SpinState();
        spin.start(7, 3);
        assertThat(spin.wordsKnown()).isFalse();
        for (int word = 1; word <= 5; word++) {
            spin.addWord(1_000 + word, word);
            assertThat(spin.wordsKnown()).isEqualTo(word <= 4);
        }
        spin.remember(5, 100);
        assertThat(spin.wordsKnown()).as("of the next turn").isFalse();
    }
}
