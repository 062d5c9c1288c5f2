package io.cdpsim.memory.consistency.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.memory.consistency.LitmusChecker;
import io.cdpsim.memory.litmus.text.LitmusParser;
import org.junit.jupiter.api.Test;

/** In how many orders fences may come: each pair of them whose scopes meet is ordered, without a cycle. */
class FenceOrdersTest {
    private static long executions(String text) {
        return new LitmusChecker(1).check(LitmusParser.parse("t", text)).executions();
    }

    @Test
    void threeFencesThatNothingElseOrdersComeInSixOrders() {
        assertThat(executions("""
            PTX t
            { x=0; }
            P0@cta 0 | P1@cta 1 | P2@cta 2;
            fence.sc.gpu | fence.sc.gpu | fence.sc.gpu;
            exists (x == 0)
            """)).isEqualTo(6);
    }

    @Test
    void fencesOfOneThreadKeepTheirOrder() {
        assertThat(executions("""
            PTX t
            { x=0; }
            P0@cta 0 | P1@cta 1;
            fence.sc.gpu | fence.sc.gpu;
            fence.sc.gpu | fence.sc.gpu;
            exists (x == 0)
            """)).isEqualTo(6);
    }

    @Test
    void fencesWhoseScopesDoNotMeetAreNotOrdered() {
        assertThat(executions("""
            PTX t
            { x=0; }
            P0@cta 0 | P1@cta 1 | P2@cta 1;
            fence.sc.gpu | fence.sc.cta | fence.acq_rel.gpu;
            exists (x == 0)
            """)).isEqualTo(1);
    }

    /**
     * Of the fences b of P0, f of P1, k of P2 and h of the child the barrier puts k before b: 12 orders. With f before k the wait of P0
     * covers the launch of P1, so that h comes before b, which rules out one of them: f k b h.
     */
    @Test
    void anOrderThatMakesAWaitCoverAGridIsHeldToTheGridsEnd() {
        assertThat(executions("""
            PTX t cdp1
            { x=0; }
            P0@cta 0 | P1@cta 0 | P2@cta 0;
            bar.cta.sync 0, 0, 2 | launch c fence<<<1,1>>> | fence.sc.gpu;
            sync | fence.sc.gpu | bar.cta.sync 0, 0, 2;
            fence.sc.gpu | | ;
            kernel fence ()
             T;
             fence.sc.gpu;
            exists (x == 0)
            """)).isEqualTo(11);
    }
}
