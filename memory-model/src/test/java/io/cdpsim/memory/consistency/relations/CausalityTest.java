package io.cdpsim.memory.consistency.relations;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.memory.consistency.LitmusChecker;
import io.cdpsim.memory.consistency.LitmusResult;
import io.cdpsim.memory.litmus.text.LitmusParser;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Axiom 6 where the read that breaks it neither synchronises nor comes last: what orders it becomes known later. */
class CausalityTest {
    private static List<String> states(String text) {
        LitmusResult result = new LitmusChecker(1).check(LitmusParser.parse("t", text));
        return result.states().stream()
                .map(each -> each.executions() + " " + each.state())
                .toList();
    }

    @Test
    void aWeakReadDoesNotReturnAWriteThatItCausesByAFlag() {
        assertThat(states("""
                PTX t
                { x=0; y=0; }
                P0@cta 0 | P1@cta 1;
                ld.weak r0, x | ld.acquire.gpu r1, y;
                st.release.gpu y, 1 | st.weak x, 1;
                exists (P0:r0 == 1 /\\ P1:r1 == 1)
                """)).containsExactly("1 P0:r0=0; P1:r1=0;", "1 P0:r0=0; P1:r1=1;", "1 P0:r0=1; P1:r1=0;");
    }

    @Test
    void norOneThatItCausesByTheOrderOfFences() {
        // The read comes before its fence, the write after its own: only if P1's fence comes first may it be seen.
        assertThat(states("""
                PTX t
                { x=0; }
                P0@cta 0 | P1@cta 1;
                ld.weak r0, x | fence.sc.gpu;
                fence.sc.gpu | st.weak x, 1;
                exists (P0:r0 == 1)
                """)).containsExactly("2 P0:r0=0;", "1 P0:r0=1;");
    }

    @Test
    void anOverwrittenValueIsNotSeenBehindAFlagOfAThirdThread() {
        assertThat(states("""
                PTX t
                { x=0; f=0; g=0; }
                P0@cta 0 | P1@cta 1 | P2@cta 2;
                st.weak x, 1 | ld.acquire.gpu r0, f | ld.weak r1, x;
                st.weak x, 2 | st.release.gpu g, 1 | ;
                st.release.gpu f, 1 | | ;
                filter (P1:r0 == 1) exists (P2:r1 == 1)
                """)).containsExactly("1 P1:r0=1; P2:r1=0;", "1 P1:r0=1; P2:r1=1;", "1 P1:r0=1; P2:r1=2;");
        assertThat(states("""
                PTX t
                { x=0; f=0; g=0; }
                P0@cta 0 | P1@cta 1 | P2@cta 2;
                st.weak x, 1 | ld.acquire.gpu r0, f | ld.acquire.gpu r0, g;
                st.weak x, 2 | st.release.gpu g, 1 | ld.weak r1, x;
                st.release.gpu f, 1 | | ;
                filter (P1:r0 == 1 /\\ P2:r0 == 1) exists (P2:r1 == 2)
                """)).containsExactly("1 P1:r0=1; P2:r0=1; P2:r1=2;");
    }
}
