package io.cdpsim.memory.consistency.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.memory.consistency.LitmusChecker;
import io.cdpsim.memory.litmus.text.LitmusParser;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Axiom 4: what a thread writes depends on what it read, by data, address or control. P1 hands back in x what it finds in y; P0 can find
 * its own 1 in x only if that write to y does not depend on the read.
 */
class ThinAirTest {
    private static final String TEST = """
            PTX t
            { x=0; y=0; }
            P0@cta 0,gpu 0 | P1@cta 1,gpu 0;
            ld.relaxed.gpu r0, x | ld.relaxed.gpu r1, y;
            | st.relaxed.gpu x, r1;
            %s | ;
            exists (P0:r0 == 1)
            """;

    private static boolean findsItsOwnWrite(String rows) {
        String text = TEST.formatted(rows.replace(" ; ", " | ;\n"));
        return new LitmusChecker(1).check(LitmusParser.parse("t", text)).holds();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "st.relaxed.gpu y, r0",
                "mul r2, r0, 0 ; add r2, r2, 1 ; st.relaxed.gpu y, r2",
                "mul r2, r0, 0 ; add r2, 1, r2 ; atom.relaxed.gpu.exch r3, y, r2",
                "mul r2, r0, 0 ; add r2, r2, 1 ; red.relaxed.gpu.add y, r2",
                "mul r2, r0, 0 ; add r2, r2, 1 ; atom.relaxed.gpu.cas r3, y, 0, r2",
                "mul r2, r0, 0 ; atom.relaxed.gpu.cas r3, y, r2, 1",
                "mul r2, r0, 0 ; add r2, r2, &y ; st.relaxed.gpu [r2], 1",
                "mul r2, r0, 0 ; add r2, r2, &y ; atom.relaxed.gpu.exch r3, [r2], 1",
                "beq r0, 5, END ; st.relaxed.gpu y, 1 ; END:",
                "beq 5, r0, END ; END: ; st.relaxed.gpu y, 1",
                "bar.cta.sync 0, r0 ; st.relaxed.gpu y, 1",
                "bar.cta.sync r0 ; st.relaxed.gpu y, 1",
                "bar.cta.sync 0, 0, r0 ; st.relaxed.gpu y, 1"
            })
    void aWriteThatDependsOnTheReadIsNotFoundByIt(String rows) {
        assertThat(findsItsOwnWrite(rows)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "st.relaxed.gpu y, 1",
                "mul r0, r0, 1 ; ld r2, 1 ; st.relaxed.gpu y, r2",
                "beq 5, 5, END ; END: ; st.relaxed.gpu y, 1",
                "bar.cta.arrive 0, r0 ; st.relaxed.gpu y, 1",
                "mul r2, r0, 0 ; add r2, r2, &y ; ld.weak r3, [r2] ; st.relaxed.gpu y, 1"
            })
    void aWriteThatDoesNotDependOnItMayBe(String rows) {
        assertThat(findsItsOwnWrite(rows)).isTrue();
    }
}
