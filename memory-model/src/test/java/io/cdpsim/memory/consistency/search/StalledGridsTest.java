package io.cdpsim.memory.consistency.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.memory.consistency.LitmusChecker;
import io.cdpsim.memory.litmus.text.LitmusParser;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whom a thread that waits for ever keeps waiting: those who wait for its grid, and nobody else. */
class StalledGridsTest {
    private static final String KERNELS = """
            kernel half (p)
             A | B ;
             bar.cta.sync 0 | ;
            kernel read (p)
             T ;
             ld.weak r0, p ;
            """;

    private static List<String> states(String version, String table, String question) {
        String text = "PTX t " + version + "\n{ x=0; mapped m=0; }\n" + table + KERNELS + question;
        return new LitmusChecker(1)
                .check(LitmusParser.parse("t", text)).states().stream()
                        .map(each -> (each.state() + " " + each.waiting()).strip())
                        .toList();
    }

    @Test
    void theHostWaitsForAnInitialGridThatNeverEnds() {
        String table = "P0@cta 0 | P1@cta 0 | host;\nbar.cta.sync 0 | | sync;\n | | ld r1, 1;\n";
        assertThat(states("cdp2", table, "exists (host:r1 == 1)")).containsExactly("[P0, host]");
    }

    @Test
    void theHostReturnsWhereOnlyALaterGridNeverEnds() {
        String table = "host;\nsync;\nld r1, 1;\nlaunch c half<<<1,2>>> (x);\n";
        assertThat(states("cdp2", table, "exists (host:r1 == 1)")).containsExactly("host:r1=1; [host.c.0]");
    }

    @Test
    void anotherBlocksWaitReturns() {
        String table = "P0@cta 0 | P1@cta 1;\nlaunch c half<<<1,2>>> (x) | sync;\n | ld r1, 1;\n";
        assertThat(states("cdp1", table, "exists (P1:r1 == 1)")).containsExactly("P1:r1=1; [P0.c.0]");
    }

    @Test
    void aWaitOfTheSameBlockThatNothingPutsBehindTheLaunchReturns() {
        String table = "P0@cta 0 | P1@cta 0;\nlaunch c half<<<1,2>>> (x) | sync;\n | ld r1, 1;\n";
        assertThat(states("cdp1", table, "exists (P1:r1 == 1)")).containsExactly("P1:r1=1; [P0.c.0]");
    }

    @Test
    void aSecondWaitIsNeverReachedAfterOneThatDoesNotReturn() {
        String table = "P0;\nlaunch c half<<<1,2>>> (x);\nsync;\nld r1, 1;\nsync;\nld r2, 1;\n";
        assertThat(states("cdp1", table, "exists (P0:r1 == 1 /\\ P0:r2 == 1)")).containsExactly("[P0, P0.c.0]");
    }

    @Test
    void anEventKeepsTheOtherStreamWaitingToo() {
        String table = """
                P0;
                launch c half<<<1,2>>> (x) stream A;
                record E, A;
                wait E, B;
                launch d read<<<1,1>>> (x) stream B;
                launch e read<<<1,1>>> (x) stream C;
                """;
        assertThat(states("cdp2", table, "exists (d:r0 == 0 /\\ e:r0 == 0)")).containsExactly("e:r0=0; [P0.c.0]");
    }
}
