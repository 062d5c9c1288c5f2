package io.cdpsim.programs.cuda.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CppLexerTest {
    @Test
    void aLaunchIsTwoSignsAroundItsConfiguration() {
        assertThat(read("k<<<1, 32>>>(p);")).containsExactly("k", "<<<", "1", ",", "32", ">>>", "(", "p", ")", ";");
    }

    @Test
    void commentsAndDirectivesAreNotTokens() {
        assertThat(read("a // <<< b\n/* <<< \n c */ d\n# 12 \"x.cu\" <<<\n  #pragma unroll \\\n e <<<\nf"))
                .containsExactly("a", "d", "f");
    }

    @Test
    void aStringIsOneTokenWhateverItHolds() {
        assertThat(read("\"<<<\\\"\" '<' L\"a\" u8R\"x()\" >>> )x\" '\\'' \"a\"_s"))
                .containsExactly("\"<<<\\\"\"", "'<'", "L\"a\"", "u8R\"x()\" >>> )x\"", "'\\''", "\"a\"_s");
    }

    @Test
    void aRawStringGoesOverLines() {
        assertThat(read("R\"(\n\"<<<\"\n)\" x")).containsExactly("R\"(\n\"<<<\"\n)\"", "x");
    }

    @Test
    void aNumberHoldsItsExponentAndItsQuotes() {
        assertThat(read("1e-3+2 0x1p+4f 1'000 .5f 3.ULL a-1"))
                .containsExactly("1e-3", "+", "2", "0x1p+4f", "1'000", ".5f", "3.ULL", "a", "-", "1");
    }

    @Test
    void unterminatedTextEnds() {
        for (String text : List.of("\"abc", "'", "R\"x(", "R\"", "/* a", "\\", "a\\\n", "<<<", "1e", "// x\\")) {
            assertThat(CppLexer.read(text).count()).as(text).isLessThanOrEqualTo(2);
        }
    }

    private static List<String> read(String text) {
        CppTokens tokens = CppLexer.read(text);
        return IntStream.range(0, tokens.count()).mapToObj(tokens::text).toList();
    }
}
