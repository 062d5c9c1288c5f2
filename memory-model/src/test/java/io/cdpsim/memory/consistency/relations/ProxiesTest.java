package io.cdpsim.memory.consistency.relations;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.memory.consistency.LitmusChecker;
import io.cdpsim.memory.consistency.LitmusResult;
import io.cdpsim.memory.consistency.LitmusResult.FinalState;
import io.cdpsim.memory.litmus.text.LitmusParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Proxies and aliases where launches order, in registers, and in explanations. */
class ProxiesTest {
    private static final String VARIABLES =
            "{ x=0; y=0; a @ generic aliases x; t @ texture aliases x; s @ surface aliases x; }\n";

    private static LitmusResult check(String text) {
        return new LitmusChecker(2).check(LitmusParser.parse("t", text));
    }

    @ParameterizedTest
    @CsvSource({
        "'st.weak x, 1', 'tld.weak r0, t'",
        "'sust.weak s, 1', 'ld.weak r0, a'",
        "'st.weak a, 1', 'suld.weak r0, s'"
    })
    void aLaunchOrdersAccessesOfAllProxies(String store, String load) {
        String text = "PTX t cdp2\n" + VARIABLES + "P0;\n" + store + ";\nlaunch c k<<<1,1>>> ();\nkernel k ()\nT;\n"
                + load + ";\nforall (c.0:r0 == 1)";
        assertThat(check(text).holds()).isTrue();
        assertThat(check(text).races()).isEmpty();
    }

    /** Texture loads are coherent with stores at a child's start alone. */
    @Test
    void aTextureLoadOfARunningChildMayMissWhatItAcquired() {
        LitmusResult result = check("PTX t cdp2\n" + VARIABLES + """
            P0;
            launch c k<<<1,1>>> ();
            st.weak x, 1;
            st.release.gpu y, 1;
            kernel k ()
            T;
            ld.acquire.gpu r0, y;
            tld.weak r1, t;
            exists (c.0:r0 == 1 /\\ c.0:r1 == 0)
            """);
        assertThat(result.holds()).isTrue();
    }

    @Test
    void anAliasHasAnAddressOfItsOwnAndAProxyThatOfItsVariable() {
        LitmusResult result = check("PTX t\n" + VARIABLES + "P0;\nmov r0, &x;\nmov r1, &a;\nmov r2, &t;\n"
                + "forall (P0:r0 == &x /\\ P0:r1 == &a /\\ P0:r2 == &x /\\ P0:r0 != P0:r1)");
        assertThat(result.holds()).isTrue();
    }

    @Test
    void anAccessThroughARegisterFindsTheMemoryOfAnAlias() {
        LitmusResult result = check("PTX t\n" + VARIABLES
                + "P0;\nmov r1, &a;\nst.weak x, 3;\nfence.proxy.alias;\nld.weak r0, [r1];\nexists (a == 3 /\\ x == 3)");
        assertThat(result.states()).extracting(FinalState::state).containsExactly("a=3; x=3;");
        assertThat(result.holds()).isTrue();
    }

    @Test
    void aLoadMayReturnALaterStoreOfAnotherProxy() {
        LitmusResult result = check("PTX t\n" + VARIABLES + "P0;\ntld.weak r0, t;\nst.weak x, 1;\nexists (P0:r0 == 1)");
        assertThat(result.states()).hasSize(2);
    }

    @Test
    void anExplanationGoesByTheFenceThatOrders() {
        String text = new LitmusChecker(2)
                .explain(LitmusParser.parse("t", "PTX t\n" + VARIABLES + """
                    P0 | P1;
                    st.weak x, 1 | ld.acquire.cta r0, y;
                    st.release.cta y, 1 | fence.proxy.texture;
                    | tld.weak r1, t;
                    exists (P1:r0 == 1 /\\ P1:r1 == 0)
                    """), "P1:r0=1 P1:r1=0")
                .text();
        assertThat(text).contains("c (R y=1)  -po->  d", "d (fence.proxy.texture)  -po->  e (R x=0)");
    }
}
