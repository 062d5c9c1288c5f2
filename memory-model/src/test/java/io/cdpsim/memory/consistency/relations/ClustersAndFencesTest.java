package io.cdpsim.memory.consistency.relations;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.memory.consistency.LitmusChecker;
import io.cdpsim.memory.consistency.LitmusResult;
import io.cdpsim.memory.litmus.text.LitmusParser;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The scope of a cluster, fences that order one way, and atomics that wrap around. */
class ClustersAndFencesTest {
    private static LitmusResult check(String table, String claim) {
        return new LitmusChecker(2).check(LitmusParser.parse("t", "PTX t\n{ x=0; y=0; }\n" + table + claim));
    }

    @ParameterizedTest
    @CsvSource({
        "'cta 0,cluster 0', 'cta 1,cluster 0', cluster, true",
        "'cta 0,cluster 0', 'cta 1,cluster 1', cluster, false",
        "'cta 0', 'cta 1', cluster, false",
        "'cta 0', 'cta 0', cluster, true",
        "'cta 0,cluster 0', 'cta 1,cluster 0', cta, false",
        "'cta 0,cluster 0', 'cta 1,cluster 1', gpu, true",
        "'cta 0,cluster 0,gpu 0', 'cta 0,cluster 0,gpu 1', cluster, false",
    })
    void aClusterHasTheThreadsOfItsBlocks(String first, String second, String scope, boolean synchronises) {
        LitmusResult result = check(
                "P0@%s | P1@%s;\nst.weak x, 1 | ld.acquire.%s r0, y;\nst.release.%s y, 1 | ld.weak r1, x;\n"
                        .formatted(first, second, scope, scope),
                "~exists (P1:r0 == 1 /\\ P1:r1 == 0)");
        assertThat(result.holds()).isEqualTo(synchronises);
    }

    @ParameterizedTest
    @CsvSource({
        "release, acquire, true",
        "acq_rel, acquire, true",
        "release, acq_rel, true",
        "sc, sc, true",
        "acquire, acquire, false",
        "release, release, false",
        "acquire, release, false",
    })
    void aFenceOrdersOneWayOrBoth(String writer, String reader, boolean synchronises) {
        LitmusResult result = check("""
            P0@cta 0,gpu 0 | P1@cta 1,gpu 0;
            st.weak x, 1 | ld.relaxed.gpu r0, y;
            fence.%s.gpu | fence.%s.gpu;
            st.relaxed.gpu y, 1 | ld.weak r1, x;
            """.formatted(writer, reader), "~exists (P1:r0 == 1 /\\ P1:r1 == 0)");
        assertThat(result.holds()).isEqualTo(synchronises);
    }

    @ParameterizedTest
    @CsvSource({
        "inc, 2, 0, 1",
        "inc, 2, 1, 2",
        "inc, 2, 2, 0",
        "inc, 2, 7, 0",
        "dec, 2, 2, 1",
        "dec, 2, 0, 2",
        "dec, 2, 7, 2"
    })
    void incrementsAndDecrementsWrapAround(String operation, int bound, int before, int after) {
        LitmusResult result = check(
                "P0;\nst.weak x, %d;\natom.relaxed.gpu.%s r0, x, %d;\n".formatted(before, operation, bound),
                "forall (x == %d /\\ P0:r0 == %d)".formatted(after, before));
        assertThat(result.holds()).isTrue();
    }
}
