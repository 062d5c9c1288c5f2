package io.cdpsim.memory.consistency.relations;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.memory.consistency.LitmusChecker;
import io.cdpsim.memory.consistency.LitmusResult;
import io.cdpsim.memory.consistency.LitmusResult.FinalState;
import io.cdpsim.memory.litmus.text.LitmusParser;
import org.junit.jupiter.api.Test;

/** A word of memory may be accessed 64 times in an execution; all of memory together more often. */
class ManyAccessesTest {
    private static LitmusResult check(String rows, String question) {
        return new LitmusChecker(1).check(LitmusParser.parse("t", "PTX t\n{ x=0; y=0; }\nP0;\n" + rows + question));
    }

    @Test
    void sixtyFourAccessesOfOneWordAreChecked() {
        LitmusResult result = check("st.weak x, 1;\n".repeat(63) + "st.weak x, 2;\n", "exists (x == 2)");
        assertThat(result.states()).extracting(FinalState::state).containsExactly("x=2;");
        assertThat(result.executions()).isEqualTo(1);
    }

    @Test
    void moreThanSixtyFourAccessesOfOneWordAreOrderedAsProgramOrderSays() {
        LitmusResult result = check(
                "st.weak x, 1;\n".repeat(70) + "st.weak x, 2;\nld.weak r0, x;\n", "forall (x == 2 /\\ P0:r0 == 2)");
        assertThat(result.holds()).isTrue();
        assertThat(result.executions()).isEqualTo(1);
    }

    @Test
    void anAtomicOfAnotherThreadComesBetweenAnyTwoOfManyOthers() {
        String others = "atom.relaxed.gpu.add r0, x, 1 | ;\n".repeat(35);
        LitmusResult result = new LitmusChecker(1)
                .check(LitmusParser.parse(
                        "t",
                        "PTX t\n{ x=0; }\nP0 | P1;\natom.relaxed.gpu.add r0, x, 1 | atom.relaxed.gpu.exch r0, x, 100;\n"
                                + others + "exists (P1:r0 == 36)"));
        assertThat(result.holds()).isTrue();
        assertThat(result.executions()).isEqualTo(37);
        assertThat(result.states()).hasSize(37);
    }

    @Test
    void twoWordsMayBeAccessedSixtyFourTimesEach() {
        String rows = "st.weak x, 1;\nst.weak y, 3;\n".repeat(63) + "ld.weak r0, x;\nld.weak r1, y;\n";
        assertThat(check(rows, "exists (P0:r0 == 1 /\\ P0:r1 == 3)").states())
                .extracting(FinalState::state)
                .containsExactly("P0:r0=1; P0:r1=3;");
    }
}
