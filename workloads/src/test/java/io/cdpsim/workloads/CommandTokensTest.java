package io.cdpsim.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class CommandTokensTest {
    @Test
    void wordsArePartedAsAShellDoes() {
        assertThat(CommandTokens.of("a  'b c' \"d e\"f g\\ h ''")).containsExactly("a", "b c", "d ef", "g h", "");
    }

    @Test
    void aQuoteMayStartInsideAWord() {
        assertThat(CommandTokens.of("  run --set 'l2.latency=300 cycles' --x=\"a b\"c \\'d ''"))
                .containsExactly("run", "--set", "l2.latency=300 cycles", "--x=a bc", "'d", "");
        assertThat(CommandTokens.of(" ")).isEmpty();
    }

    @Test
    void anyWordsComeBackFromTheirLine() {
        List<String> words = List.of("plain", "", "two words", "it's", "\"", "\\", "a\tb");

        assertThat(CommandTokens.of(CommandTokens.line(words))).isEqualTo(words);
    }

    @Test
    void aQuoteThatIsNotClosedIsRefused() {
        assertThatThrownBy(() -> CommandTokens.of("a 'b")).hasMessageContaining("closed");
    }
}
