package io.cdpsim.memory.consistency.relations;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.memory.consistency.LitmusChecker;
import io.cdpsim.memory.litmus.text.LitmusParser;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Observation goes on through atomics: who reads what an atomic made of a released value has what came before the release. */
class ReleaseSequencesTest {
    private static final String WRITER = "st.weak x, 1; st.release.gpu f, 1";
    private static final String READER = "ld.acquire.gpu r0, f; ld.weak r1, x";

    /** Whether the reader may see the flag with this value and yet not the data; each thread in a block of its own. */
    private static boolean mayMiss(int flag, List<String> threads) {
        List<String> heads = new ArrayList<>();
        List<String> first = new ArrayList<>();
        List<String> second = new ArrayList<>();
        for (int t = 0; t < threads.size(); t++) {
            int end = threads.get(t).indexOf(';');
            heads.add("P" + t + "@cta " + t + ",gpu 0");
            first.add(end < 0 ? threads.get(t) : threads.get(t).substring(0, end));
            second.add(end < 0 ? "" : threads.get(t).substring(end + 1));
        }
        int reader = threads.indexOf(READER);
        String text = "PTX t\n{ x=0; f=0; }\n" + String.join(" | ", heads) + ";\n" + String.join(" | ", first) + ";\n"
                + String.join(" | ", second) + ";\nexists (P" + reader + ":r0 == " + flag + " /\\ P" + reader
                + ":r1 == 0)";
        return new LitmusChecker(1).check(LitmusParser.parse("t", text)).holds();
    }

    /** The order in which threads stand in the test makes no difference: each digit is one of writer, adders, reader. */
    @ParameterizedTest
    @ValueSource(strings = {"0123", "3210", "2103", "0213", "1320", "3012", "2310", "1032"})
    void aChainOfAtomicsPassesTheReleaseOn(String order) {
        List<String> roles = List.of(WRITER, "atom.relaxed.gpu.add r0, f, 10", "red.relaxed.gpu.add f, 100", READER);
        List<String> threads =
                order.chars().mapToObj(each -> roles.get(each - '0')).toList();
        assertThat(mayMiss(111, threads)).isFalse();
        assertThat(mayMiss(110, threads)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "'atom.relaxed.cta.add r0, f, 10', 11",
        "'st.relaxed.gpu f, 11', 11",
        "'ld.relaxed.gpu r0, f; st.relaxed.gpu f, 11', 11"
    })
    void whatIsNoAtomicOfAWideEnoughScopeBreaksTheChain(String between, int flag) {
        assertThat(mayMiss(flag, List.of(WRITER, between, READER))).isTrue();
        assertThat(mayMiss(flag, List.of(READER, between, WRITER))).isTrue();
    }

    /** An observation need not synchronise: who has seen a newer value does not see an older one, however it came to him. */
    @ParameterizedTest
    @ValueSource(strings = {"P1:r0 == 2 /\\ P1:r1 == 1", "P1:r0 == 2 /\\ P1:r1 == 0", "P1:r0 == 1 /\\ P1:r1 == 0"})
    void readsOfOneLocationDoNotGoBack(String state) {
        String text = """
                PTX t
                { f=0; }
                P0@cta 0 | P1@cta 1 | P2@cta 2;
                st.relaxed.gpu f, 1 | ld.relaxed.gpu r0, f | atom.relaxed.gpu.cas r0, f, 1, 2;
                | ld.relaxed.gpu r1, f | ;
                exists (%s)
                """;
        assertThat(new LitmusChecker(1)
                        .check(LitmusParser.parse("t", text.formatted(state)))
                        .holds())
                .isFalse();
    }
}
