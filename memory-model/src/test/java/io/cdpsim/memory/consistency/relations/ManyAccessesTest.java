package io.cdpsim.memory.consistency.relations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsim.memory.consistency.LitmusChecker;
import io.cdpsim.memory.consistency.LitmusResult;
import io.cdpsim.memory.consistency.LitmusResult.FinalState;
import io.cdpsim.memory.litmus.LitmusException;
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
    void oneMoreIsRefusedByName() {
        assertThatThrownBy(() -> check("st.weak x, 1;\n".repeat(65), "exists (x == 1)"))
                .isInstanceOf(LitmusException.class)
                .hasMessageContaining("more than 64 accesses of 'x'")
                .hasMessageContaining("--bound");
    }

    @Test
    void twoWordsMayBeAccessedSixtyFourTimesEach() {
        String rows = "st.weak x, 1;\nst.weak y, 3;\n".repeat(63) + "ld.weak r0, x;\nld.weak r1, y;\n";
        assertThat(check(rows, "exists (P0:r0 == 1 /\\ P0:r1 == 3)").states())
                .extracting(FinalState::state)
                .containsExactly("P0:r0=1; P0:r1=3;");
    }
}
