package io.cdpsim.cli.compare;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class QuotedWordsTest {
    @Test
    void wordsArePartedAsAShellWould() {
        assertThat(QuotedWords.of("  run  bfs --set 'l2.latency=300 cycles' --x=\"a b\"c \\'d ''"))
                .containsExactly("run", "bfs", "--set", "l2.latency=300 cycles", "--x=a bc", "'d", "");
        assertThat(QuotedWords.of(" ")).isEmpty();
    }
}
