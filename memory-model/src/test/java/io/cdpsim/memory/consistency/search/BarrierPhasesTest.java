package io.cdpsim.memory.consistency.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.memory.consistency.LitmusChecker;
import io.cdpsim.memory.consistency.LitmusResult;
import io.cdpsim.memory.litmus.text.LitmusParser;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who passes which barrier together, and who waits for ever. */
class BarrierPhasesTest {
    private static LitmusResult check(String table, String question) {
        return new LitmusChecker(1).check(LitmusParser.parse("t", "PTX t\n{ x=0; y=0; }\n" + table + question));
    }

    private static List<String> states(LitmusResult result) {
        return result.states().stream()
                .map(each -> each.executions() + " " + each.state() + " " + each.waiting())
                .toList();
    }

    @Test
    void threadsThatComeToTwoBarriersInDifferentOrderWaitForEachOther() {
        String table = "P0@cta 0 | P1@cta 0;\nbar.cta.sync 0, 0, 2 | bar.cta.sync 1, 1, 2;\n%s 1, 1, 2 | %s 0, 0, 2;\n";
        assertThat(states(check(table.formatted("bar.cta.sync", "bar.cta.sync"), "exists (x == 0)")))
                .containsExactly("1 x=0; [P0, P1]");
    }

    @Test
    void whoOnlyArrivesGoesOnToTheNextBarrier() {
        String table = """
                P0@cta 0 | P1@cta 0;
                bar.cta.sync 0, 0, 2 | bar.cta.arrive 1, 1, 2;
                bar.cta.sync 1, 1, 2 | bar.cta.sync 0, 0, 2;
                """;
        assertThat(states(check(table, "exists (x == 0)"))).containsExactly("1 x=0; []");
    }

    @Test
    void aThreadPassesABarrierOfItsOwnCountAlone() {
        assertThat(states(check(
                        "P0@cta 0 | P1@cta 0;\nbar.cta.sync 0, 0, 1 | bar.cta.sync 0, 0, 1;\n", "exists (x == 0)")))
                .containsExactly("1 x=0; []");
    }

    @Test
    void barriersThatHaveNothingInCommonMakeNoWaysOfTheirOrder() {
        String table = """
                P0@cta 0 | P1@cta 0 | P2@cta 0 | P3@cta 0;
                bar.cta.sync 0, 0, 2 | bar.cta.sync 0, 0, 2 | bar.cta.sync 1, 1, 2 | bar.cta.sync 1, 1, 2;
                """;
        assertThat(states(check(table, "exists (x == 0)"))).containsExactly("1 x=0; []");
    }

    @Test
    void ofTwoBarriersWithOneThreadTooManyEachLeavesOutAnyOfThree() {
        String table = """
                P0@cta 0 | P1@cta 0 | P2@cta 0 | P3@cta 0 | P4@cta 0 | P5@cta 0;
                bar.cta.sync 0, 0, 2 | bar.cta.sync 0, 0, 2 | bar.cta.sync 0, 0, 2 |
                bar.cta.sync 1, 1, 2 | bar.cta.sync 1, 1, 2 | bar.cta.sync 1, 1, 2;
                """;
        LitmusResult result = check(table, "exists (x == 0)");
        assertThat(result.executions()).isEqualTo(9);
        assertThat(states(result)).hasSize(9).contains("1 x=0; [P0, P3]", "1 x=0; [P2, P5]");
    }

    @ParameterizedTest
    @CsvSource({"1, 1 P0:r0=1; []", "2, '1 P0:r0=2; [P0]'", "4, '1 P0:r0=4; [P0]'", "-1, '1 P0:r0=-1; [P0]'"})
    void aCountMayBeLoadedAndIsThatOfTheExecution(int count, String state) {
        // Without the store it is 0, which no number of threads makes up.
        String table = "P0@cta 0 | P1@cta 1;\nld.relaxed.gpu r0, x | st.relaxed.gpu x, " + count
                + ";\nbar.cta.sync 0, 0, r0 | ;\n";
        assertThat(states(check(table, "exists (P0:r0 == 0)"))).containsExactlyInAnyOrder("1 P0:r0=0; [P0]", state);
    }

    @Test
    void aCountOfAllThreadsOfTheTestCanBeMadeUp() {
        String table = """
                P0@cta 0 | P1@cta 0;
                ld.relaxed.gpu r0, x | st.relaxed.gpu x, 2;
                bar.cta.sync 0, 0, r0 | ld r0, 2;
                | bar.cta.sync 0, 0, r0;
                """;
        assertThat(states(check(table, "exists (P0:r0 == 2)"))).containsExactly("1 P0:r0=0; [P0, P1]", "1 P0:r0=2; []");
        String same = "P0@cta 0 | P1@cta 0;\nbar.cta.sync 0, 0, 2 | bar.cta.sync 0, 0, 2;\n";
        assertThat(states(check(same, "exists (x == 0)"))).containsExactly("1 x=0; []");
    }

    @Test
    void loadedResourcesMeetWhereTheyAreEqual() {
        // P1 finds 1 and meets P0, or 0 and meets nobody.
        String table = """
                P0@cta 0 | P1@cta 0 | P2@cta 1;
                bar.cta.sync 0, 1, 2 | ld.relaxed.gpu r0, x | st.relaxed.gpu x, 1;
                | bar.cta.sync 0, r0, 2 | ;
                """;
        assertThat(states(check(table, "exists (P1:r0 == 1)"))).containsExactly("1 P1:r0=0; [P0, P1]", "1 P1:r0=1; []");
    }

    @Test
    void twoLoadedResourcesMeetEachOtherToo() {
        String table = """
                P0@cta 0 | P1@cta 0 | P2@cta 1;
                ld.relaxed.gpu r0, x | ld.relaxed.gpu r0, x | st.relaxed.gpu x, 1;
                bar.cta.sync 0, r0, 2 | bar.cta.sync 0, r0, 2 | ;
                """;
        assertThat(states(check(table, "exists (P0:r0 == P1:r0)")))
                .containsExactly(
                        "1 P0:r0=0; P1:r0=0; []",
                        "1 P0:r0=0; P1:r0=1; [P0, P1]",
                        "1 P0:r0=1; P1:r0=0; [P0, P1]",
                        "1 P0:r0=1; P1:r0=1; []");
    }
}
