package io.cdpsim.memory.consistency.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.memory.consistency.LitmusChecker;
import io.cdpsim.memory.litmus.text.LitmusParser;
import org.junit.jupiter.api.Test;

/** Explanations name the edges E1 to E8 of dynamic parallelism on the way that causality takes. */
class LaunchExplanationTest {
    private static final String KERNELS = """
        kernel read (p)
         T ;
         ld.weak r0, p ;
        kernel write (p)
         T ;
         st.weak p, 1 ;
        """;

    private static String explain(String version, String table, String state) {
        String text = "PTX t " + version + "\n{ x=0; mapped m=0; }\n" + table + KERNELS;
        return new LitmusChecker(2)
                .explain(LitmusParser.parse("t", text), state)
                .text();
    }

    @Test
    void aLaunchLeadsToTheStartOfTheGridAndFromThereToItsThreads() {
        String table = "P0;\nst.weak x, 1;\nlaunch c read<<<1,1>>> (x);\n";
        assertThat(explain("cdp2", table, "c:r0=0")).endsWith("""
            is forbidden by Causality (6), which allows no cycle of
              c (R x=0)  -fr->  a (W x=1)
              a (W x=1)  -po->  b (launch c read<<<1,1>>> (x))
              b (launch c read<<<1,1>>> (x))  -E1 launch->  start of P0.c
              start of P0.c  -E2 threads of the grid->  c (R x=0)
            """);
    }

    @Test
    void whatEveryLaunchHasIsNotListedBelowAnExecution() {
        String table = "P0;\nst.weak x, 1;\nlaunch c read<<<1,1>>> (x);\n";
        assertThat(explain("cdp2", table, "c:r0=1")).isEqualTo("""
            An execution that ends in c:r0=1:
            P0
              a   W x=1    st.weak x, 1
              b            launch c read<<<1,1>>> (x)
            P0.c.0
              c   R x=1    ld.weak r0, p                    reads a
            """);
    }

    @Test
    void aWaitReturnsAfterTheGridIsComplete() {
        assertThat(explain("cdp1", "P0;\nlaunch c write<<<1,1>>> (x);\nsync;\nld.weak r0, x;\n", "P0:r0=0"))
                .endsWith("""
                    is forbidden by Causality (6), which allows no cycle of
                      c (R x=0)  -fr->  d (W x=1)
                      d (W x=1)  -E2 threads of the grid->  threads of P0.c ended
                      threads of P0.c ended  -E3 nesting->  children of P0.c complete
                      children of P0.c complete  -E4 tail->  P0.c complete
                      P0.c complete  -E7 cudaDeviceSynchronize->  b (sync)
                      b (sync)  -po->  c (R x=0)
                    """);
    }

    @Test
    void aWaitThatNothingOrdersBehindTheLaunchLeadsNowhere() {
        // By the wait of P1 the way would be shorter, if it were one.
        String table = """
            P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;
            launch c write<<<1,1>>> (x) | sync ;
            sync | ;
            bar.cta.sync 0 | bar.cta.sync 0 ;
            | ld.weak r0, x ;
            """;
        assertThat(explain("cdp1", table, "P1:r0=0")).endsWith("""
              children of P0.c complete  -E4 tail->  P0.c complete
              P0.c complete  -E7 cudaDeviceSynchronize->  b (sync)
              b (sync)  -po->  c (bar.cta.sync 0)
              c (bar.cta.sync 0)  -barrier->  e (bar.cta.sync 0)
              e (bar.cta.sync 0)  -po->  f (R x=0)
            """);
    }

    @Test
    void aStreamLeadsFromOneGridToTheNext() {
        String table = "P0;\nlaunch c write<<<1,1>>> (x) stream S;\nlaunch d read<<<1,1>>> (x) stream S;\n";
        assertThat(explain("cdp2", table, "d:r0=0")).endsWith("""
            is forbidden by Causality (6), which allows no cycle of
              d (R x=0)  -fr->  c (W x=1)
              c (W x=1)  -E2 threads of the grid->  threads of P0.c ended
              threads of P0.c ended  -E3 nesting->  children of P0.c complete
              children of P0.c complete  -E4 tail->  P0.c complete
              P0.c complete  -E5 stream order->  start of P0.d
              start of P0.d  -E2 threads of the grid->  d (R x=0)
            """);
        assertThat(explain("cdp2", table, "d:r0=1")).endsWith("""
              d   R x=1    ld.weak r0, p                    reads c
              P0.c complete -E5 stream order-> start of P0.d
            """);
    }

    @Test
    void anEventLeadsFromOneStreamToAnother() {
        String table = """
            P0;
            launch c write<<<1,1>>> (x) stream A;
            record E, A;
            wait E, B;
            launch d read<<<1,1>>> (x) stream B;
            """;
        assertThat(explain("cdp2", table, "d:r0=1")).endsWith("  P0.c complete -E6 event-> start of P0.d\n");
    }

    @Test
    void aTailLeadsFromTheEndOfItsParentsChildren() {
        String table = "P0;\nlaunch t read<<<1,1>>> (x) stream tail;\nlaunch c write<<<1,1>>> (x);\n";
        assertThat(explain("cdp2", table, "t:r0=0")).endsWith("""
              P0.c complete  -E3 nesting->  children of the initial grid complete
              children of the initial grid complete  -E4 tail->  start of P0.t
              start of P0.t  -E2 threads of the grid->  c (R x=0)
            """);
    }

    @Test
    void theHostsWaitComesAfterTheInitialGridAndWhatTheHostLaunched() {
        assertThat(explain("cdp2", "P0@cta 0,gpu 0 | host;\nst.weak m, 1 | sync;\n | ld.weak r0, m;\n", "host:r0=0"))
                .endsWith("""
                    is forbidden by Causality (6), which allows no cycle of
                      c (R m=0)  -fr->  a (W m=1)
                      a (W m=1)  -E2 threads of the grid->  threads of the initial grid ended
                      threads of the initial grid ended  -E3 nesting->  children of the initial grid complete
                      children of the initial grid complete  -E4 tail->  the initial grid complete
                      the initial grid complete  -E8 the host waits->  b (sync)
                      b (sync)  -po->  c (R m=0)
                    """);
        assertThat(explain("cdp2", "host;\nlaunch c write<<<1,1>>> (m);\nsync;\nld.weak r0, m;\n", "host:r0=0"))
                .contains("  host.c complete  -E8 the host waits->  b (sync)\n");
    }

    @Test
    void theOtherOrdersOfAStreamThatAreForbiddenTooAreCounted() {
        String two =
                "P0@cta 0,gpu 0 | P1@cta 0,gpu 0;\nlaunch a twice<<<1,1>>> (x) stream S | launch b read<<<1,1>>> (x)"
                        + " stream S;\nkernel twice (p)\n T ;\n st.weak p, 1 ;\n st.weak p, 2 ;\n";
        assertThat(explain("cdp2", two, "b:r0=1"))
                .endsWith(
                        "The other order in which its launches and events can enter their streams is forbidden too.\n");
        String three = two.replace("P1@cta 0,gpu 0;", "P1@cta 0,gpu 0 | P2@cta 0,gpu 0;")
                .replace(
                        "b read<<<1,1>>> (x) stream S;",
                        "b read<<<1,1>>> (x) stream S | launch c read<<<1,1>>> (x) stream S;");
        assertThat(explain("cdp2", three, "b:r0=1"))
                .endsWith("The other 5 orders in which its launches and events can enter their streams are forbidden"
                        + " too.\n");
        String one = "P0;\nst.weak x, 1;\nlaunch c read<<<1,1>>> (x) stream S;\n";
        assertThat(explain("cdp2", one, "c:r0=0")).doesNotContain("The other order");
    }
}
