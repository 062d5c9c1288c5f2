package io.cdpsim.memory.consistency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsim.memory.consistency.LitmusResult.DeclarationResult;
import io.cdpsim.memory.litmus.LitmusException;
import io.cdpsim.memory.litmus.text.LitmusParser;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The edges of dynamic parallelism, each with and without what makes it. */
class DynamicParallelismTest {
    private static final String KERNELS = """
        kernel read (p)
         T ;
         ld.weak r0, p ;
        kernel write (p)
         T ;
         st.weak p, 1 ;
        kernel grand (p)
         T ;
         launch g write<<<1,1>>> (p) ;
        kernel grandTail (p)
         T ;
         launch g write<<<1,1>>> (p) stream tail ;
        """;

    private static final String HEADER = "\n{ x=0; mapped m=0; constant k=5; shared s=7; local l=9; }\n";

    /** The states of a test with one thread. */
    private static List<String> states(String version, String rows, String question) {
        return states(version, "P0@cta 0,gpu 0 ;\n" + rows, KERNELS, question);
    }

    private static List<String> states(String version, String table, String kernels, String question) {
        return check(version, table, kernels, question).states().stream()
                .map(each -> each.state() + (each.isDefined() ? "" : " " + each.undefined()))
                .toList();
    }

    private static LitmusResult check(String version, String table, String kernels, String question) {
        String kernelTables =
                version.equals("cdp1") ? kernels.replaceAll("(?s)kernel grandTail.*?stream tail ;\\n", "") : kernels;
        String text = "PTX t " + version + HEADER + table + "\n" + kernelTables + "\n" + question;
        return new LitmusChecker(2).check(LitmusParser.parse("t", text));
    }

    @Test
    void aChildSeesWhatItsLauncherWroteBeforeAndPerhapsWhatItWritesLater() {
        assertThat(states("cdp2", "st.weak x, 1 ; launch c read<<<1,1>>> (x) ; st.weak x, 2 ;", "exists (c.0:r0 == 1)"))
                .containsExactly("c.0:r0=1;", "c.0:r0=2;");
    }

    @Test
    void aRunningParentHasNoClaimToItsChildsWriteInCdp2() {
        assertThat(states("cdp2", "launch c write<<<1,1>>> (x) ; ld.weak r0, x ;", "exists (P0:r0 == 1)"))
                .containsExactly("P0:r0=0;", "P0:r0=1;");
    }

    @Test
    void deviceSynchronizeOfCdp1GivesTheParentItsChildsWrite() {
        assertThat(states("cdp1", "launch c grand<<<1,1>>> (x) ; sync ; ld.weak r0, x ;", "exists (P0:r0 == 1)"))
                .containsExactly("P0:r0=1;");
    }

    @Test
    void synchronizeCoversLaunchesOfOtherThreadsOnlyAfterABarrierAndGivesOthersNothingWithoutOne() {
        String threads = "P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n";
        assertThat(states(
                        "cdp1",
                        threads
                                + "launch c write<<<1,1>>> (x) | bar.cta.sync 0 ; bar.cta.sync 0 | sync ; | ld.weak"
                                + " r0, x ;",
                        KERNELS,
                        "exists (P1:r0 == 1)"))
                .containsExactly("P1:r0=1;");
        assertThat(states(
                        "cdp1",
                        threads + "launch c write<<<1,1>>> (x) | sync ; | ld.weak r0, x ;",
                        KERNELS,
                        "exists (P1:r0 == 1)"))
                .containsExactly("P1:r0=0;", "P1:r0=1;");
        assertThat(states(
                        "cdp1",
                        threads + "launch c write<<<1,1>>> (x) | ld.weak r0, x ; sync | ;",
                        KERNELS,
                        "exists (P1:r0 == 1)"))
                .containsExactly("P1:r0=0;", "P1:r0=1;");
    }

    @Test
    void synchronizeUnderCdp2IsUndefined() {
        assertThat(states("cdp2", "launch c write<<<1,1>>> (x) ; sync ;", "exists (x == 1)"))
                .containsExactly("x=1; VER-2");
    }

    @Test
    void aTailSeesTheParentItsChildrenTheirChildrenAndTheirTails() {
        for (String child : List.of("write", "grand", "grandTail")) {
            for (String stream : List.of("null", "faf", "S", "perthread")) {
                assertThat(states(
                                "cdp2",
                                "launch t read<<<1,1>>> (x) stream tail ; launch c " + child + "<<<1,1>>> (x) stream "
                                        + stream + " ;",
                                "exists (t.0:r0 == 1)"))
                        .as(child + " in " + stream)
                        .containsExactly("t.0:r0=1;");
            }
        }
    }

    @Test
    void aTailSeesStoresAfterItsLaunch() {
        assertThat(states("cdp2", "launch t read<<<1,1>>> (x) stream tail ; st.weak x, 2 ;", "exists (t.0:r0 == 2)"))
                .containsExactly("t.0:r0=2;");
    }

    @Test
    void oneStreamOrdersGridsAndTwoDoNot() {
        assertThat(states(
                        "cdp2",
                        "launch c grandTail<<<1,1>>> (x) stream S ; launch d read<<<1,1>>> (x) stream S ;",
                        "exists (d.0:r0 == 1)"))
                .containsExactly("d.0:r0=1;");
        assertThat(states(
                        "cdp2",
                        "launch c write<<<1,1>>> (x) stream S ; launch d read<<<1,1>>> (x) ;",
                        "exists (d.0:r0 == 1)"))
                .containsExactly("d.0:r0=0;", "d.0:r0=1;");
        assertThat(states(
                        "cdp2",
                        "launch c write<<<1,1>>> (x) stream faf ; launch d read<<<1,1>>> (x) stream faf ;",
                        "exists (d.0:r0 == 1)"))
                .containsExactly("d.0:r0=0;", "d.0:r0=1;");
    }

    @Test
    void anEventOrdersTwoStreamsFromTheRecordToWhatFollowsTheWait() {
        String launches = "launch c write<<<1,1>>> (x) stream A ; %s launch d read<<<1,1>>> (x) stream B ;";
        assertThat(states("cdp2", launches.formatted("record E, A ; wait E, B ;"), "exists (d.0:r0 == 1)"))
                .containsExactly("d.0:r0=1;");
        assertThat(states("cdp2", launches.formatted("wait E, B ; record E, A ;"), "exists (d.0:r0 == 1)"))
                .containsExactly("d.0:r0=0;", "d.0:r0=1;");
    }

    @Test
    void threadsEnterAStreamInAnyOrderUnlessABarrierFixesIt() {
        String launches = "P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n"
                + "launch c write<<<1,1>>> (x) | %s ; %s | launch d read<<<1,1>>> (x) ;";
        assertThat(states("cdp2", launches.formatted("", ""), KERNELS, "exists (d.0:r0 == 1)"))
                .containsExactly("d.0:r0=0;", "d.0:r0=1;");
        assertThat(states(
                        "cdp2",
                        launches.formatted("bar.cta.sync 0", "bar.cta.sync 0"),
                        KERNELS,
                        "exists (d.0:r0 == 1)"))
                .containsExactly("d.0:r0=1;");
    }

    @Test
    void namedStreamsAreOfABlockInCdp1AndOfTheGridInCdp2() {
        String table = "P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\nlaunch c write<<<1,1>>> (x) stream S | ;"
                + " st.release.gpu m, 1 | ld.acquire.gpu r0, m ; | launch d read<<<1,1>>> (x) stream S ;";
        assertThat(states("cdp1", table, KERNELS, "exists (P1:r0 == 1 /\\ d.0:r0 == 0)"))
                .contains("P1:r0=1; d.0:r0=0;");
        assertThat(states("cdp2", table, KERNELS, "exists (P1:r0 == 1 /\\ d.0:r0 == 0)"))
                .doesNotContain("P1:r0=1; d.0:r0=0;")
                .contains("P1:r0=1; d.0:r0=1;");
    }

    @Test
    void whatMayNotBeReachedInAChildIsUndefined() {
        assertThat(states("cdp2", "launch c read<<<1,1>>> (s) ;", "exists (x == 0)"))
                .containsExactly("x=0; MEM-1");
        assertThat(states("cdp2", "launch c read<<<1,1>>> (l) ;", "exists (x == 0)"))
                .containsExactly("x=0; MEM-1");
        assertThat(states("cdp2", "launch c write<<<1,1>>> (k) ;", "exists (x == 0)"))
                .containsExactly("x=0; MEM-8");
        assertThat(states("cdp2", "launch c read<<<1,1>>> (k) ;", "exists (c.0:r0 == 5)"))
                .containsExactly("c.0:r0=5;");
        String child = KERNELS + "kernel uses (q)\n T ;\n launch d write<<<1,1>>> (x) stream q ;\n";
        assertThat(states("cdp2", "P0@cta 0,gpu 0;\nlaunch c uses<<<1,1>>> (stream S) ;", child, "exists (x == 1)"))
                .containsExactly("x=1; STR-3");
    }

    @Test
    void aChildHasSharedMemoryOfItsOwn() {
        String kernels = "kernel own ()\n T ;\n st.weak s, 3 ;\n";
        assertThat(states(
                        "cdp2",
                        "P0@cta 0,gpu 0;\nlaunch c own<<<2,1>>> ; st.weak s, 4 ;",
                        kernels,
                        "exists (P0:s == 4 /\\ c.0:s == 3 /\\ c.1:s == 3)"))
                .containsExactly("P0:s=4; c.0:s=3; c.1:s=3;");
    }

    @Test
    void controlFlowDecidesWhetherAChildExists() {
        assertThat(states(
                        "cdp2",
                        "P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
                                + "st.relaxed.gpu x, 1 | ld.relaxed.gpu r0, x ; | beq r0, 0, END ; | launch c"
                                + " read<<<1,1>>> (x) ; | END: ;",
                        KERNELS,
                        "exists (P1:r0 == 1 /\\ c.0:r0 == 1)"))
                .containsExactly("P1:r0=0;", "P1:r0=1; c.0:r0=1;");
    }

    @Test
    void theHostsWaitCoversWhatItLaunchedAndTheInitialGrids() {
        String table = "P0@cta 0,gpu 0 | host ;\nst.weak m, 1 | %s ; | ld.weak r0, m ;";
        assertThat(states("cdp2", table.formatted("sync"), KERNELS, "exists (host:r0 == 1)"))
                .containsExactly("host:r0=1;");
        assertThat(states("cdp2", table.formatted(""), KERNELS, "exists (host:r0 == 1)"))
                .containsExactly("host:r0=0;", "host:r0=1;");
    }

    @Test
    void recursionEndsWhereItsArgumentSaysSo() {
        String kernels = """
            kernel down (d, p)
             T ;
             atom.add r0, p, 1 ;
             beq d, 0, END ;
             sub r1, d, 1 ;
             launch c down<<<1,2>>> (r1, p) ;
             END: ;
            """;
        assertThat(states("cdp2", "P0@cta 0,gpu 0;\nlaunch c down<<<1,1>>> (2, x) ;", kernels, "forall (x == 7)"))
                .containsExactly("x=7;");
    }

    @Test
    void declarationsAreChecked() {
        String rows = "P0@cta 0,gpu 0;\nst.weak x, 1 ; launch c read<<<1,1>>> (x) ;";
        LitmusResult right = check("cdp2", rows, KERNELS, "exists (c.0:r0 == 1) forbidden (c.0:r0 == 0) \"E1\"");
        assertThat(right.holds()).isTrue();
        LitmusResult wrong = check("cdp2", rows, KERNELS, "exists (c.0:r0 == 1) allowed (c.0:r0 == 0) \"E1\"");
        assertThat(wrong.holds()).isFalse();
        assertThat(wrong.declarations()).extracting(DeclarationResult::holds).containsExactly(false);
        LitmusResult undefined = check(
                "cdp2",
                "P0@cta 0,gpu 0;\nlaunch c read<<<1,1>>> (s) ;",
                KERNELS,
                "~exists (true) undefined (true) \"MEM-1\"");
        assertThat(undefined.holds()).isTrue();
    }

    @Test
    void aThreadThatThereIsNotIsAnError() {
        assertThatThrownBy(() -> states("cdp2", "launch c read<<<1,1>>> (x) ;", "exists (d.0:r0 == 1)"))
                .isInstanceOf(LitmusException.class)
                .hasMessageContaining("'d.0', but there are only P0, c.0, g.0");
    }
}
