package io.cdpsim.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class CommandWordsTest {
    @Test
    void wordsArePartedAsAShellDoes() {
        assertThat(CommandWords.of("a  'b c' \"d e\"f g\\ h ''")).containsExactly("a", "b c", "d ef", "g h", "");
    }

    @Test
    void aQuoteMayBeginInsideAWord() {
        assertThat(CommandWords.of("  run --set 'l2.latency=300 cycles' --x=\"a b\"c \\'d ''"))
                .containsExactly("run", "--set", "l2.latency=300 cycles", "--x=a bc", "'d", "");
        assertThat(CommandWords.of(" ")).isEmpty();
    }

    @Test
    void anyWordsComeBackFromTheirLine() {
        List<String> words = List.of("plain", "", "two words", "it's", "\"", "\\", "a\tb");

        assertThat(CommandWords.of(CommandWords.line(words))).isEqualTo(words);
    }

    @Test
    void aQuoteThatIsNotClosedIsRefused() {
        assertThatThrownBy(() -> CommandWords.of("a 'b")).hasMessageContaining("closed");
    }
}
