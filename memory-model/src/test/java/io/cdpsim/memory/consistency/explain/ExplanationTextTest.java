package io.cdpsim.memory.consistency.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.memory.consistency.LitmusChecker;
import io.cdpsim.memory.litmus.text.LitmusParser;
import org.junit.jupiter.api.Test;

/** Whole explanations of plain tests, each worked out by hand from the axioms. */
class ExplanationTextTest {
    private static String explain(String test, String state) {
        return new LitmusChecker(2)
                .explain(LitmusParser.parse("t", "PTX t\n" + test), state)
                .text();
    }

    @Test
    void anExecutionIsShownWithWhatEachReadReturnsAndWhatSynchronises() {
        assertThat(explain("""
            { y=7; }
            P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
            st.weak x, 1 | ld.acquire.gpu r0, f ;
            st.release.gpu f, 1 | ld.weak r1, x ;
            | ld.weak r2, y ;
            """, "P1:r0=1 P1:r1=1 P1:r2=7")).isEqualTo("""
                An execution that ends in P1:r0=1 P1:r1=1 P1:r2=7:
                P0
                  a   W x=1    st.weak x, 1
                  b   W f=1    st.release.gpu f, 1
                P1
                  c   R f=1    ld.acquire.gpu r0, f             reads b
                  d   R x=1    ld.weak r1, x                    reads a
                  e   R y=7    ld.weak r2, y                    reads the initial value
                  b -sync-> c
                """);
    }

    @Test
    void aReadOfWhatItCausesIsACycleOfCausality() {
        assertThat(explain("""
            { x=0; y=0; }
            P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
            ld.acquire.gpu r0, x | ld.acquire.gpu r1, y ;
            st.release.gpu y, 1 | st.release.gpu x, 1 ;
            """, "P0:r0=1 P1:r1=1")).isEqualTo("""
                No execution ends in P0:r0=1 P1:r1=1. One that would:
                P0
                  a   R x=1    ld.acquire.gpu r0, x             reads d
                  b   W y=1    st.release.gpu y, 1
                P1
                  c   R y=1    ld.acquire.gpu r1, y             reads b
                  d   W x=1    st.release.gpu x, 1
                  d -sync-> a
                is forbidden by Causality (6), which allows no cycle of
                  d (W x=1)  -rf->  a (R x=1)
                  a (R x=1)  -po->  b (W y=1)
                  b (W y=1)  -sync->  c (R y=1)
                  c (R y=1)  -po->  d (W x=1)
                """);
    }

    @Test
    void anOrderOfFencesIsShownAndTheOtherNamed() {
        assertThat(explain("""
            { x=0; y=0; }
            P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
            st.weak x, 1 | st.weak y, 1 ;
            fence.sc.gpu | fence.sc.gpu ;
            ld.weak r0, y | ld.weak r1, x ;
            """, "P0:r0=0 P1:r1=0")).isEqualTo("""
                No execution ends in P0:r0=0 P1:r1=0. One that would:
                P0
                  a   W x=1    st.weak x, 1
                  b            fence.sc.gpu
                  c   R y=0    ld.weak r0, y                    reads the initial value
                P1
                  d   W y=1    st.weak y, 1
                  e            fence.sc.gpu
                  f   R x=0    ld.weak r1, x                    reads the initial value
                is forbidden by Causality (6), which allows no cycle of
                  f (R x=0)  -fr->  a (W x=1)
                  a (W x=1)  -po->  b (fence.sc.gpu)
                  b (fence.sc.gpu)  -sc->  e (fence.sc.gpu)
                  e (fence.sc.gpu)  -po->  f (R x=0)
                The other orders of the fences are forbidden in the same way.
                """);
    }

    @Test
    void fencesThatSynchroniseBothWaysBreakTheirOwnAxiom() {
        assertThat(explain("""
            { x=0; y=0; }
            P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
            ld.relaxed.gpu r0, x | ld.relaxed.gpu r1, y ;
            fence.sc.gpu | fence.sc.gpu ;
            st.relaxed.gpu y, 1 | st.relaxed.gpu x, 1 ;
            """, "P0:r0=1 P1:r1=1")).endsWith("""
                  e -sync-> b
                is forbidden by FenceSC (2), which allows no cycle of
                  e (fence.sc.gpu)  -sc->  b (fence.sc.gpu)
                  b (fence.sc.gpu)  -sync->  e (fence.sc.gpu)
                The other orders of the fences are forbidden in the same way.
                """);
    }

    @Test
    void aReadBehindANewerOneFindsAnOverwrittenValue() {
        assertThat(explain("""
            { x=0; }
            P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
            st.relaxed.gpu x, 1 | ld.relaxed.gpu r0, x ;
            | ld.relaxed.gpu r1, x ;
            """, "P1:r0=1 P1:r1=0")).endsWith("""
                is forbidden by Causality (6), which allows no cycle of
                  c (R x=0)  -fr->  a (W x=1)
                  a (W x=1)  -obs->  b (R x=1)
                  b (R x=1)  -poloc->  c (R x=0)
                """);
    }

    @Test
    void twoAtomicsThatReadOneWriteBreakAtomicity() {
        assertThat(explain("""
            { x=0; }
            P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
            atom.relaxed.gpu.add r0, x, 1 | atom.relaxed.gpu.add r0, x, 1 ;
            """, "P0:r0=0 P1:r0=0")).isEqualTo("""
                No execution ends in P0:r0=0 P1:r0=0. One that would:
                P0
                  a   R x=0    atom.relaxed.gpu.add r0, x, 1    reads the initial value
                  b   W x=1    atom.relaxed.gpu.add r0, x, 1
                P1
                  c   R x=0    atom.relaxed.gpu.add r0, x, 1    reads the initial value
                  d   W x=1    atom.relaxed.gpu.add r0, x, 1
                is forbidden by Atomicity (3), which allows no cycle of
                  a (R x=0)  -fr->  d (W x=1)
                  d (W x=1)  -co->  b (W x=1)
                  b (W x=1)  -other half of the atomic->  a (R x=0)
                """);
    }

    @Test
    void twoReadersThatSeeTwoWritesInDifferentOrderBreakScPerLocation() {
        assertThat(explain("""
            { x=0; }
            P0@cta 0,gpu 0 | P1@cta 1,gpu 0 | P2@cta 2,gpu 0 | P3@cta 3,gpu 0 ;
            st.relaxed.gpu x, 1 | st.relaxed.gpu x, 2 | ld.relaxed.gpu r0, x | ld.relaxed.gpu r0, x ;
            | | ld.relaxed.gpu r1, x | ld.relaxed.gpu r1, x ;
            """, "P2:r0=1 P2:r1=2 P3:r0=2 P3:r1=1")).endsWith("""
                  e   R x=2    ld.relaxed.gpu r0, x             reads b
                  f   R x=1    ld.relaxed.gpu r1, x             reads a
                is forbidden by SC per location (5), which allows no cycle of
                  b (W x=2)  -rf->  e (R x=2)
                  e (R x=2)  -poloc->  f (R x=1)
                  f (R x=1)  -fr->  b (W x=2)
                """);
    }

    @Test
    void twoWritesThatCauseEachOtherBreakCoherence() {
        assertThat(explain("""
            { x=0; }
            P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
            atom.relaxed.gpu.exch r0, x, 1 | atom.relaxed.gpu.exch r0, x, 2 ;
            """, "P0:r0=2 P1:r0=1")).endsWith("""
                is forbidden by Coherence (1), which allows no cycle of
                  b (W x=1)  -obs->  c (R x=1)
                  c (R x=1)  -poloc->  d (W x=2)
                  d (W x=2)  -obs->  a (R x=2)
                  a (R x=2)  -poloc->  b (W x=1)
                """);
    }

    @Test
    void aValueThatCausalityOverwritesCannotBeTheLast() {
        assertThat(explain("""
            { x=0; }
            P0;
            st.weak x, 1 ;
            st.weak x, 2 ;
            """, "x=1")).isEqualTo("""
                No execution ends in x=1. One that would:
                P0
                  a   W x=1    st.weak x, 1
                  b   W x=2    st.weak x, 2
                is forbidden by Coherence (1), which allows no cycle of
                  a (W x=1)  -po->  b (W x=2)
                  b (W x=2)  -co, for the value to be the last->  a (W x=1)
                """);
    }

    @Test
    void whereTwoVariablesAreAskedForTheOneThatIsWrongIsShown() {
        assertThat(explain("""
            { x=0; y=0; }
            P0;
            st.weak x, 1 ;
            st.weak x, 2 ;
            st.weak x, 2 ;
            st.weak y, 1 ;
            st.weak y, 2 ;
            """, "x=2 y=1")).endsWith("""
                is forbidden by Coherence (1), which allows no cycle of
                  d (W y=1)  -po->  e (W y=2)
                  e (W y=2)  -co, for the value to be the last->  d (W y=1)
                """);
    }

    @Test
    void whereOnlyAnOrderOfWritesIsMissingNoCycleIsPromised() {
        // The read puts the write of 2 before that of 1, though no causality does.
        assertThat(explain("""
            { x=0; }
            P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
            st.relaxed.gpu x, 1 | st.relaxed.gpu x, 2 ;
            | ld.relaxed.gpu r0, x ;
            """, "P1:r0=1 x=2")).endsWith("""
                  b   W x=2    st.relaxed.gpu x, 2
                  c   R x=1    ld.relaxed.gpu r0, x             reads a
                is forbidden by SC per location (5) and Atomicity (3) together, which leave no order of writes that ends so
                """);
    }

    @Test
    void ofSeveralCyclesTheShortestIsShown() {
        assertThat(explain("""
            { x=0; z=0; }
            P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
            st.weak x, 1 | ld.acquire.gpu r0, f ;
            st.release.gpu f, 1 | ld.weak r1, x ;
            | st.weak z, 1 ;
            | ld.weak r2, z ;
            """, "P1:r0=1 P1:r1=0 P1:r2=0")).endsWith("""
                is forbidden by Causality (6), which allows no cycle of
                  f (R z=0)  -fr->  e (W z=1)
                  e (W z=1)  -po->  f (R z=0)
                """);
    }

    @Test
    void ofSeveralWritesOfTheValueTheOneWithTheShortestCycleIsShown() {
        assertThat(explain("""
            { x=0; f=0; }
            P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
            ld.acquire.gpu r1, f | ld.weak r0, x ;
            st.weak x, 1 | st.weak x, 1 ;
            | st.release.gpu f, 1 ;
            """, "P0:r1=1 P1:r0=1")).endsWith("""
                is forbidden by Causality (6), which allows no cycle of
                  d (W x=1)  -rf->  c (R x=1)
                  c (R x=1)  -po->  d (W x=1)
                """);
    }

    @Test
    void aVariableThatNothingWritesKeepsItsValueInWhatIsShown() {
        assertThat(explain("{ x=0; y=5; }\nP0;\nst.weak x, 1 ;\nld.weak r0, x ;\n", "P0:r0=0 y=5"))
                .contains("is forbidden by Causality (6)");
        assertThat(explain("{ x=0; y=5; }\nP0;\nst.weak x, 1 ;\nld.weak r0, x ;\n", "P0:r0=0 y=6"))
                .startsWith("No execution can end in P0:r0=0 y=6");
    }

    @Test
    void aValueThatNothingWritesIsSaidToComeOutOfThinAir() {
        assertThat(explain("{ x=0; }\nP0;\nld.weak r0, x ;\nst.weak y, 1 ;\n", "P0:r0=3"))
                .isEqualTo("No execution can end in P0:r0=3: no choice of paths and of writes to be read gives these"
                        + " values. A read returns what some write wrote, and no value comes out of thin air"
                        + " (axiom 4).\n");
    }
}
