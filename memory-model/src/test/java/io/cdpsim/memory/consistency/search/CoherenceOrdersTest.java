package io.cdpsim.memory.consistency.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.memory.consistency.LitmusChecker;
import io.cdpsim.memory.consistency.LitmusResult;
import io.cdpsim.memory.litmus.text.LitmusParser;
import java.util.List;
import org.junit.jupiter.api.Test;

/** In how many orders the writes of a location may come, and which of them may be the last. */
class CoherenceOrdersTest {
    private static LitmusResult check(String table, String question) {
        return new LitmusChecker(1).check(LitmusParser.parse("t", "PTX t\n{ x=0; y=0; }\n" + table + question));
    }

    private static List<String> states(LitmusResult result) {
        return result.states().stream()
                .map(each -> each.executions() + " " + each.state())
                .toList();
    }

    @Test
    void morallyStrongWritesOfSoManyThreadsComeInEveryOrder() {
        String three =
                "P0@cta 0 | P1@cta 1 | P2@cta 2;\nst.relaxed.gpu x, 1 | st.relaxed.gpu x, 2 | st.relaxed.gpu x, 3;\n";
        assertThat(check(three, "exists (y == 0)").executions()).isEqualTo(6);
        assertThat(states(check(three, "exists (x == 1)"))).containsExactly("2 x=1;", "2 x=2;", "2 x=3;");
        String four = three.replace("P2@cta 2", "P2@cta 2 | P3@cta 3").replace("x, 3", "x, 3 | st.relaxed.gpu x, 4");
        assertThat(check(four, "exists (y == 0)").executions()).isEqualTo(24);
    }

    @Test
    void writesOfAThreadKeepTheirOrder() {
        String table = "P0@cta 0 | P1@cta 1;\nst.relaxed.gpu x, 1 | st.relaxed.gpu x, 3;\nst.relaxed.gpu x, 2 | ;\n";
        assertThat(states(check(table, "exists (x == 1)"))).containsExactly("2 x=2;", "1 x=3;");
    }

    @Test
    void weakWritesOfDifferentThreadsAreNotOrderedAndAnyIsTheLast() {
        String table = "P0@cta 0 | P1@cta 1;\nst.weak x, 1 | st.weak x, 2;\n";
        assertThat(check(table, "exists (y == 0)").executions()).isEqualTo(1);
        assertThat(states(check(table, "exists (x == 1)"))).containsExactly("1 x=1;", "1 x=2;");
    }

    @Test
    void norAreWritesWhoseScopesDoNotMeet() {
        String table = "P0@cta 0 | P1@cta 1;\nst.relaxed.cta x, 1 | st.relaxed.gpu x, 2;\n";
        assertThat(check(table, "exists (y == 0)").executions()).isEqualTo(1);
    }

    @Test
    void threadsThatReadAndThenWriteDoNotReadEachOther() {
        String table = """
                P0@cta 0 | P1@cta 1;
                ld.relaxed.gpu r0, x | ld.relaxed.gpu r0, x;
                st.relaxed.gpu x, 1 | st.relaxed.gpu x, 2;
                """;
        assertThat(check(table, "exists (P0:r0 == 2 /\\ P1:r0 == 1)").holds()).isFalse();
        assertThat(check(table, "exists (P0:r0 == 2 /\\ P1:r0 == 0)").holds()).isTrue();
    }

    /** The writes of 1 and 3 are not morally strong; the write of 2 between them orders them all the same. */
    @Test
    void coherenceLeadsOnFromScopeToScope() {
        String table = """
                P0@cta 0 | P1@cta 1 | P2@cta 1 | P3@cta 1;
                st.relaxed.gpu x, 1 | ld.relaxed.gpu r0, x | ld.relaxed.cta r0, x | ld.relaxed.cta r0, x;
                | st.relaxed.gpu x, 2 | st.relaxed.cta x, 3 | ld.weak r1, x;
                filter (P1:r0 == 1 /\\ P2:r0 == 2 /\\ P3:r0 == 3)
                """;
        assertThat(states(check(table, "exists (P3:r1 == 3)")))
                .containsExactly("1 P1:r0=1; P2:r0=2; P3:r0=3; P3:r1=3;");
    }
}
