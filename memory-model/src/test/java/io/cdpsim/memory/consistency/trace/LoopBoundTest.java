package io.cdpsim.memory.consistency.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.memory.consistency.LitmusChecker;
import io.cdpsim.memory.consistency.LitmusResult;
import io.cdpsim.memory.consistency.LitmusResult.FinalState;
import io.cdpsim.memory.litmus.text.LitmusParser;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A thread jumps back at one place as often as the bound says; executions that need more are left out, and the result says so. */
class LoopBoundTest {
    private static final String THREE_ROUNDS = "P0;\nL: ;\nadd r0, r0, 1;\nblt r0, 3, L;\n";

    private static LitmusResult check(int bound, String table, String question) {
        return new LitmusChecker(bound).check(LitmusParser.parse("t", "PTX t\n{ x=0; }\n" + table + question));
    }

    private static List<String> states(LitmusResult result) {
        return result.states().stream().map(FinalState::state).toList();
    }

    @Test
    void aLoopOfSoManyJumpsBackIsWhole() {
        LitmusResult result = check(2, THREE_ROUNDS, "exists (P0:r0 == 3)");
        assertThat(states(result)).containsExactly("P0:r0=3;");
        assertThat(result.loopsCut()).isFalse();
    }

    @Test
    void aLoopOfOneMoreIsLeftOut() {
        LitmusResult result = check(1, THREE_ROUNDS, "exists (P0:r0 == 3)");
        assertThat(states(result)).isEmpty();
        assertThat(result.loopsCut()).isTrue();
    }

    @Test
    void aJumpForwardIsNoRound() {
        LitmusResult result = check(0, "P0;\ngoto END;\nld r0, 1;\nEND: ;\nld r1, 2;\n", "exists (P0:r0 == P0:r1)");
        assertThat(states(result)).containsExactly("P0:r0=0; P0:r1=2;");
        assertThat(result.loopsCut()).isFalse();
    }

    @Test
    void aJumpBackThatNeedsNoConditionCountsToo() {
        String table = "P0;\nL: ;\nadd r0, r0, 1;\nbeq r0, 2, END;\ngoto L;\nEND: ;\n";
        assertThat(states(check(1, table, "exists (P0:r0 == 2)"))).containsExactly("P0:r0=2;");
        assertThat(states(check(0, table, "exists (P0:r0 == 2)"))).isEmpty();
    }

    @Test
    void aThreadThatOnlyJumpsToItselfNeverEnds() {
        LitmusResult result = check(2, "P0;\nL: ;\ngoto L;\n", "exists (x == 0)");
        assertThat(states(result)).isEmpty();
        assertThat(result.loopsCut()).isTrue();
    }

    @Test
    void aReaderThatWaitsReadsOnceMoreThanItJumpsBack() {
        String table = """
            P0 | P1;
            st.relaxed.gpu x, 1 | L: ;
            | add r1, r1, 1;
            | ld.relaxed.gpu r0, x;
            | beq r0, 0, L;
            """;
        LitmusResult result = check(2, table, "exists (P1:r1 == 1)");
        assertThat(states(result)).containsExactly("P1:r1=1;", "P1:r1=2;", "P1:r1=3;");
        assertThat(result.loopsCut()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // Who has found 0 by compare-and-swap has not found anything else.
                "atom.cas r0, x, 0, 1; bne r0, 0, END; L: ; bne r0, 0, L; END: ;",
                "atom.cas r0, x, 0, 1; bne r0, 0, END; L: ; bgt r0, 0, L; END: ;",
                "atom.cas r0, x, 0, 1; beq r0, 0, END; bne r0, 0, END; L: ; goto L; END: ;",
                "ld.weak r0, x; beq r0, 1, END; L: ; beq r0, 1, L; END: ;",
                "ld.weak r0, x; ld.weak r1, x; beq r0, r1, END; L: ; beq r0, r1, L; END: ;",
                "ld.weak r0, x; blt r0, 1, END; bge r0, 1, END; END: ;"
            })
    void aLoopThatTheWaySoFarRulesOutIsNotSaidToBeCut(String rows) {
        LitmusResult result = check(1, "P0;\n" + rows + "\n", "exists (P0:r0 == 0)");
        assertThat(states(result)).containsExactly("P0:r0=0;");
        assertThat(result.loopsCut()).isFalse();
    }

    @Test
    void aBranchThatTheWayLeavesOpenGoesBothWays() {
        String table = """
            P0 | P1 | P2;
            ld.relaxed.gpu r0, x | st.relaxed.gpu x, 1 | st.relaxed.gpu x, 2;
            beq r0, 1, ONE | |;
            beq r0, 2, TWO | |;
            bne r0, 0, END | |;
            add r1, r1, 1 | |;
            ONE: | |;
            bgt r0, 1, END | |;
            add r1, r1, 10 | |;
            TWO: | |;
            ble r0, 0, END | |;
            add r1, r1, 100 | |;
            END: | |;
            """;
        assertThat(states(check(1, table, "exists (P0:r0 == P0:r1)")))
                .containsExactly("P0:r0=0; P0:r1=11;", "P0:r0=1; P0:r1=110;", "P0:r0=2; P0:r1=100;");
    }

    @Test
    void gridsNestTwentyFourDeep() {
        String text = """
            PTX t cdp2
            { x=0; }
            P0;
            launch c down<<<1,1>>> (%d, x);
            kernel down (d, p)
             T;
             atom.add r0, p, 1;
             beq d, 0, END;
             sub r1, d, 1;
             launch c down<<<1,1>>> (r1, p);
             END: ;
            exists (x == 24)
            """;
        LitmusResult deepest = new LitmusChecker(1).check(LitmusParser.parse("t", text.formatted(23)));
        assertThat(states(deepest)).containsExactly("x=24;");
        assertThat(deepest.loopsCut()).isFalse();
        LitmusResult deeper = new LitmusChecker(1).check(LitmusParser.parse("t", text.formatted(24)));
        assertThat(states(deeper)).isEmpty();
        assertThat(deeper.loopsCut()).isTrue();
    }
}
