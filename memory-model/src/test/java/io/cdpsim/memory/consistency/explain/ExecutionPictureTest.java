package io.cdpsim.memory.consistency.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.memory.consistency.LitmusChecker;
import io.cdpsim.memory.litmus.text.LitmusParser;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is drawn of an execution: each event once, and of the edges those that others do not imply. */
class ExecutionPictureTest {
    private static ExecutionPicture picture(String test, String state) {
        return new LitmusChecker(2)
                .explain(LitmusParser.parse("t", test), state)
                .picture()
                .orElseThrow();
    }

    /** The edges by the names of their events, marked ones with a star. */
    private static List<String> edges(ExecutionPicture picture) {
        Map<Integer, String> names = new HashMap<>();
        picture.columns().forEach(column -> column.nodes().forEach(each -> names.put(each.event(), each.name())));
        return picture.edges().stream()
                .map(each -> names.get(each.from()) + " " + each.relation() + " " + names.get(each.to())
                        + (each.marked() ? " *" : ""))
                .toList();
    }

    private static List<String> edges(ExecutionPicture picture, String relation) {
        return edges(picture).stream()
                .filter(each -> each.contains(" " + relation + " "))
                .toList();
    }

    @Test
    void programOrderIsDrawnBetweenNeighboursOfAThread() {
        String test = "PTX t\n{ x=0; }\nP0 | P1;\nst.weak x, 1 | ld.weak r0, y;\nst.weak y, 1 | ;\nst.weak z, 1 | ;\n";
        assertThat(edges(picture(test, "P1:r0=0"))).containsExactly("a po b", "b po c");
    }

    @Test
    void aReadIsDrawnFromTheWriteThatItReturns() {
        String test = "PTX t\n{ x=0; }\nP0 | P1;\nst.weak x, 1 | ld.weak r0, x;\n";
        assertThat(edges(picture(test, "P1:r0=1"))).containsExactly("a rf b");
        assertThat(edges(picture(test, "P1:r0=0"))).isEmpty();
    }

    @Test
    void coherenceIsDrawnBetweenNeighboursOfAnOrder() {
        String test = "PTX t\n{ x=0; }\nP0;\nst.weak x, 1;\nst.weak y, 1;\nst.weak x, 2;\nst.weak x, 3;\n";
        assertThat(edges(picture(test, "x=3"), "co")).containsExactly("a co c", "c co d");
    }

    @Test
    void whatSynchronisesIsDrawnOnceHoweverManyValuesItIsSeenBy() {
        String test = """
            PTX t
            { x=0; }
            P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
            fence.acq_rel.gpu | ld.relaxed.gpu r0, x ;
            st.relaxed.gpu x, 1 | ld.relaxed.gpu r1, y ;
            st.relaxed.gpu y, 1 | fence.acq_rel.gpu ;
            """;
        assertThat(edges(picture(test, "P1:r0=1 P1:r1=1"), "sync")).containsExactly("a sync f");
        assertThat(edges(picture(test, "P1:r0=0 P1:r1=0"), "sync")).isEmpty();
    }

    @Test
    void scopesThatDoNotMeetDoNotSynchronise() {
        String test = """
            PTX t
            { x=0; }
            P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
            fence.acq_rel.cta | ld.relaxed.gpu r0, x ;
            st.relaxed.gpu x, 1 | fence.acq_rel.gpu ;
            """;
        assertThat(edges(picture(test, "P1:r0=1"), "sync")).isEmpty();
    }

    @Test
    void theOrderOfFencesIsDrawn() {
        String test = """
            PTX t
            { x=0; y=0; }
            P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
            st.weak x, 1 | st.weak y, 1 ;
            fence.sc.gpu | fence.sc.gpu ;
            ld.weak r0, y | ld.weak r1, x ;
            """;
        assertThat(edges(picture(test, "P0:r0=0 P1:r1=1"), "sc")).containsExactly("b sc e");
        assertThat(edges(picture(test, "P0:r0=1 P1:r1=0"), "sc")).containsExactly("e sc b");
    }

    @Test
    void theCycleIsMarkedAndNothingElse() {
        String test = """
            PTX t
            { x=0; y=0; }
            P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
            st.weak x, 1 | ld.acquire.gpu r0, f ;
            st.weak y, 1 | ld.weak r1, y ;
            st.release.gpu f, 1 | ld.weak r2, x ;
            """;
        assertThat(edges(picture(test, "P1:r0=1 P1:r1=1 P1:r2=0")))
                .containsExactly(
                        "a po b",
                        "b po c",
                        "d po e",
                        "e po f",
                        "c rf d",
                        "b rf e",
                        "c sync d *",
                        "f fr a *",
                        "a po c *",
                        "d po f *");
    }

    @Test
    void aGridHasAColumnOfItsOwnAndEdgesToTheFirstAndFromTheLastEventOfEachThread() {
        ExecutionPicture picture = picture("""
            PTX t cdp2
            { x=0; y=0; }
            P0;
            launch c write<<<1,2>>> (x);
            st.weak y, 1;
            kernel write (p)
             T;
             st.weak p, 1;
             st.weak p, 2;
             st.weak p, 3;
            """, "y=1");
        assertThat(picture.columns())
                .extracting(ExecutionPicture.Column::title)
                .containsExactly("P0", "P0.c.0", "P0.c.1", "the initial grid", "P0.c");
        assertThat(picture.columns().get(4).nodes())
                .extracting(ExecutionPicture.Node::name)
                .containsExactly(
                        "start of P0.c", "threads of P0.c ended", "children of P0.c complete", "P0.c complete");
        assertThat(edges(picture, "E2 threads of the grid"))
                .containsExactlyInAnyOrder(
                        "start of the initial grid E2 threads of the grid a",
                        "b E2 threads of the grid threads of the initial grid ended",
                        "start of P0.c E2 threads of the grid c",
                        "e E2 threads of the grid threads of P0.c ended",
                        "start of P0.c E2 threads of the grid f",
                        "h E2 threads of the grid threads of P0.c ended");
        assertThat(edges(picture, "E1 launch")).containsExactly("a E1 launch start of P0.c");
    }

    @Test
    void aPictureUpToTheLastAccessHasAllAccessesAndNoCompletion() {
        ExecutionPicture whole = picture("""
            PTX t cdp2
            { x=0; y=0; }
            P0;
            launch c write<<<1,1>>> (x);
            st.weak y, 1;
            kernel write (p)
             T;
             st.weak p, 1;
            """, "y=1");
        List<String> kept = whole.upToLastAccess().columns().stream()
                .flatMap(each -> each.nodes().stream())
                .map(ExecutionPicture.Node::name)
                .toList();
        assertThat(kept).containsExactlyInAnyOrder("a", "b", "c", "start of the initial grid", "start of P0.c");
        assertThat(edges(whole.upToLastAccess()))
                .isSubsetOf(edges(whole))
                .contains("a E1 launch start of P0.c", "start of P0.c E2 threads of the grid c");
    }

    @Test
    void eventsBeyondTheAlphabetAreNumbered() {
        ExecutionPicture picture = picture("PTX t\n{ x=0; }\nP0;\n" + "st.weak x, 1;\n".repeat(54), "x=1");
        List<String> names = picture.columns().get(0).nodes().stream()
                .map(ExecutionPicture.Node::name)
                .toList();
        assertThat(names).hasSize(54).doesNotHaveDuplicates().startsWith("a", "b");
        assertThat(names.subList(25, 28)).containsExactly("z", "a1", "b1");
        assertThat(names.subList(51, 54)).containsExactly("z1", "a2", "b2");
    }
}
