package io.cdpsim.memory.consistency.relations;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.memory.consistency.LitmusChecker;
import io.cdpsim.memory.litmus.text.LitmusParser;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Message passing: P0 writes data and then a flag, P1 reads the flag and then the data. The data is there if what P0 does is a release
 * pattern that ends with the flag's write, and what P1 does an acquire pattern that starts with its read.
 */
class ReleasePatternsTest {
    private static final String TEST = """
        PTX t
        { x=0; f=0; g=0; }
        P0@cta 0,gpu 0 | P1@cta 1,gpu 0;
        st.weak x, 1 | ;
        %s
        | ld.weak r1, x;
        exists (P1:r0 == 9 /\\ P1:r1 == 0)
        """;

    private static boolean mayMiss(String writer, String reader) {
        String rows = (writer + " ; ").replace(" ; ", " | ;\n") + "| " + reader.replace(" ; ", ";\n| ") + ";";
        return new LitmusChecker(1)
                .check(LitmusParser.parse("t", TEST.formatted(rows), true))
                .holds();
    }

    private static final String ACQUIRE = "ld.acquire.gpu r0, f";
    private static final String RELEASE = "st.release.gpu f, 9";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "st.release.gpu f, 9",
                "st.release.sys f, 9",
                "fence.acq_rel.gpu ; st.relaxed.gpu f, 9",
                "fence.sc.gpu ; st.relaxed.gpu f, 9",
                "fence.acq_rel.gpu ; st.weak g, 1 ; st.relaxed.gpu f, 9",
                "fence.acq_rel.gpu ; st.release.gpu g, 1 ; st.relaxed.gpu f, 9",
                "st.release.gpu f, 5 ; st.relaxed.gpu f, 9",
                "st.release.gpu f, 5 ; st.weak g, 2 ; ld.weak r5, g ; st.relaxed.gpu f, 9",
                "atom.release.gpu.exch r5, f, 9",
                "atom.acq_rel.gpu.exch r5, f, 9",
                "red.release.gpu.add f, 9"
            })
    void aReleasePatternPassesTheDataOn(String writer) {
        assertThat(mayMiss(writer, ACQUIRE)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "st.weak f, 9",
                "st.relaxed.gpu f, 9",
                "st.release.cta f, 9",
                "fence.acq_rel.cta ; st.relaxed.gpu f, 9",
                "fence.acq_rel.gpu ; st.weak f, 9",
                "st.relaxed.gpu f, 9 ; fence.acq_rel.gpu",
                "st.release.gpu g, 5 ; st.relaxed.gpu f, 9",
                "st.relaxed.gpu f, 9 ; st.release.gpu f, 7",
                "ld.acquire.gpu r5, f ; st.relaxed.gpu f, 9",
                "atom.acquire.gpu.exch r5, f, 9",
                "atom.relaxed.gpu.exch r5, f, 9"
            })
    void whatIsNoReleasePatternDoesNot(String writer) {
        assertThat(mayMiss(writer, ACQUIRE)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ld.acquire.gpu r0, f",
                "ld.acquire.sys r0, f",
                "ld.relaxed.gpu r0, f ; fence.acq_rel.gpu",
                "ld.relaxed.gpu r0, f ; fence.sc.gpu",
                "ld.relaxed.gpu r0, f ; ld.acquire.gpu r5, g ; fence.acq_rel.gpu",
                "ld.relaxed.gpu r0, f ; ld.acquire.gpu r5, f",
                "ld.relaxed.gpu r0, f ; st.relaxed.gpu f, 5 ; ld.acquire.gpu r5, f",
                "atom.acquire.gpu.add r0, f, 0",
                "atom.relaxed.gpu.add r0, f, 0 ; fence.acq_rel.gpu",
                "ld.relaxed.gpu r0, f ; atom.acquire.gpu.add r5, f, 1"
            })
    void anAcquirePatternTakesItOver(String reader) {
        assertThat(mayMiss(RELEASE, reader)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ld.weak r0, f",
                "ld.relaxed.gpu r0, f",
                "ld.acquire.cta r0, f",
                "ld.weak r0, f ; fence.acq_rel.gpu",
                "ld.relaxed.gpu r0, f ; fence.acq_rel.cta",
                "fence.acq_rel.gpu ; ld.relaxed.gpu r0, f",
                "ld.relaxed.gpu r0, f ; ld.acquire.gpu r5, g",
                "ld.relaxed.gpu r0, f ; st.release.gpu f, 5",
                "atom.release.gpu.add r0, f, 0",
                "atom.relaxed.gpu.add r0, f, 0"
            })
    void whatIsNoAcquirePatternDoesNot(String reader) {
        assertThat(mayMiss(RELEASE, reader)).isTrue();
    }

    /** The flag's old value is read weakly besides, so that what the reduction does alone decides. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "red.acquire.gpu.add f, 0",
                "red.acq_rel.gpu.add f, 0",
                "red.relaxed.gpu.add f, 0 ; fence.acq_rel.gpu"
            })
    void aReductionsReadAcquiresNothing(String reduction) {
        assertThat(mayMiss(RELEASE, reduction + " ; ld.weak r0, f")).isTrue();
    }
}
