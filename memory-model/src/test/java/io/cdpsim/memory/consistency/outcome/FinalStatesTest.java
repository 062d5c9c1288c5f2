package io.cdpsim.memory.consistency.outcome;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsim.memory.consistency.LitmusChecker;
import io.cdpsim.memory.consistency.LitmusResult;
import io.cdpsim.memory.consistency.LitmusResult.ConditionFrequency;
import io.cdpsim.memory.consistency.LitmusResult.DeclarationResult;
import io.cdpsim.memory.litmus.LitmusException;
import io.cdpsim.memory.litmus.text.LitmusParser;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is seen of final states: in which order, how many executions reach them, and which terms they show. */
class FinalStatesTest {
    private static final String THREE_WRITERS = """
        P0@cta 0 | P1@cta 1 | P2@cta 2 | P3@cta 3;
        st.weak x, 10 | st.weak x, 2 | st.weak x, -1 | ld.weak r0, x;
        """;

    /** P0 may find 1 in y, and then does what is undefined. */
    private static final String SOMETIMES_UNDEFINED = """
        P0@cta 0 | P1@cta 1;
        ld.relaxed.gpu r0, y | st.relaxed.gpu y, 1;
        beq r0, 0, END | ;
        launch c read<<<1,1>>> (s) | ;
        END: | ;
        kernel read (p)
         T;
         ld.weak r0, p;
        """;

    private static LitmusResult check(String version, String table, String question) {
        String declared = version.isEmpty() ? "{ x=0; y=0; }" : "{ x=0; y=0; shared s=7; }";
        return new LitmusChecker(1)
                .check(LitmusParser.parse("t", "PTX t " + version + "\n" + declared + "\n" + table + question));
    }

    private static List<String> states(LitmusResult result) {
        return result.states().stream()
                .map(each -> each.executions() + " " + each.state() + each.undefined())
                .toList();
    }

    @Test
    void statesComeInOrderOfTheirValues() {
        assertThat(states(check("", THREE_WRITERS, "exists (P3:r0 == 2)")))
                .containsExactly("1 P3:r0=-1;", "1 P3:r0=0;", "1 P3:r0=2;", "1 P3:r0=10;");
    }

    @Test
    void executionsAreCountedForAndAgainstTheCondition() {
        LitmusResult result = check("", THREE_WRITERS, "exists (P3:r0 > 0)");
        assertThat(result.positive()).isEqualTo(2);
        assertThat(result.negative()).isEqualTo(2);
        assertThat(result.executions()).isEqualTo(4);
        assertThat(result.observation()).isEqualTo(ConditionFrequency.SOMETIMES);
    }

    @Test
    void aFilterLeavesOutStatesAlsoByWhatTheConditionDoesNotName() {
        LitmusResult result = check("", THREE_WRITERS, "filter (~(P3:r0 == 2)) exists (x == 2)");
        assertThat(states(result)).noneMatch(each -> each.contains("r0=2;")).anyMatch(each -> each.contains("x=2;"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
        exists (~(1 == 1)); false
        exists (2 == P3:r0); true
        exists (~(P3:r0 != 3)); false
        forall (P3:r0 == 0 \\/ ~(P3:r0 == 0)); true
        forall (P3:r0 >= -1 /\\ P3:r0 <= 10); true
        """)
    void conditionsAreReadFromBothSides(String question, boolean holds) {
        assertThat(check("", THREE_WRITERS, question).holds()).isEqualTo(holds);
    }

    @Test
    void definedAndUndefinedExecutionsOfTheSameValuesAreApart() {
        LitmusResult result = check("cdp2", SOMETIMES_UNDEFINED, "exists (x == 0)");
        assertThat(states(result)).containsExactly("1 x=0;", "1 x=0;MEM-1");
        assertThat(result.positive()).isEqualTo(1);
        assertThat(result.executions()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
        allowed (P0:r0 == 0) "E1"; true; 1
        allowed (P0:r0 == 1) "E1"; false; 0
        forbidden (P0:r0 == 1) "E1"; true; 0
        forbidden (P0:r0 == 0) "E1"; false; 1
        undefined (P0:r0 == 1) "MEM-1"; true; 1
        undefined (P0:r0 == 0) "MEM-1"; false; 0
        undefined (x == 0) "MEM-1"; false; 1
        """)
    void aDeclarationIsHeldAgainstTheExecutionsOfItsKind(String declaration, boolean holds, long executions) {
        LitmusResult result = check("cdp2", SOMETIMES_UNDEFINED, "exists (x == 0) " + declaration);
        assertThat(result.declarations()).extracting(DeclarationResult::holds).containsExactly(holds);
        assertThat(result.declarations())
                .extracting(DeclarationResult::executions)
                .containsExactly(executions);
        assertThat(result.holds()).isEqualTo(holds);
    }

    @Test
    void aDeclarationSaysNothingOfWhatTheFilterLeavesOut() {
        String question = "filter (P0:r0 == 1) exists (true) allowed (P0:r0 == 0) \"E1\"";
        assertThat(check("cdp2", SOMETIMES_UNDEFINED, question).declarations())
                .extracting(DeclarationResult::holds)
                .containsExactly(false);
    }

    @Test
    void theSharedVariableOfAGridThatDidNotRunHasNoValue() {
        String table = SOMETIMES_UNDEFINED.replace("(s)", "(x)").replace("ld.weak r0, p", "st.weak s, 3");
        assertThat(states(check("cdp2", table, "exists (c.0:s == 3 \\/ c.0:s != 3)")))
                .containsExactly("1 ", "1 c.0:s=3;");
    }

    @Test
    void aVariableOfWhichThereAreSeveralIsNamedWithAThread() {
        assertThatThrownBy(() -> check("cdp2", SOMETIMES_UNDEFINED, "exists (s == 7)"))
                .isInstanceOf(LitmusException.class)
                .hasMessageContaining("name its thread, as in P0:s");
        assertThat(check("cdp2", SOMETIMES_UNDEFINED, "exists (P0:s == 7)").holds())
                .isTrue();
    }

    @Test
    void aThreadThatNoExecutionLaunchesIsRefused() {
        String table = SOMETIMES_UNDEFINED.replace("beq r0, 0, END", "goto END");
        assertThatThrownBy(() -> check("cdp2", table, "exists (c:r0 == 7)"))
                .isInstanceOf(LitmusException.class)
                .hasMessageContaining("'c', but there are only P0, P1");
    }

    private static final String TWO_GRANDCHILDREN = """
        P0;
        launch c grand<<<1,1>>> (1);
        launch d grand<<<1,1>>> (2);
        kernel grand (v)
         T;
         launch g id<<<1,1>>> (v);
        kernel id (v)
         T;
         ld r0, v;
        """;

    @Test
    void aNameThatSeveralThreadsHaveIsRefused() {
        assertThatThrownBy(() -> check("cdp2", TWO_GRANDCHILDREN, "exists (g:r0 == 1)"))
                .isInstanceOf(LitmusException.class)
                .hasMessageContaining("'g', which is ambiguous; name one of P0.c.0.g.0, P0.d.0.g.0");
        assertThat(states(check("cdp2", TWO_GRANDCHILDREN, "exists (c.0.g:r0 == 1 /\\ P0.d.0.g.0:r0 == 2)")))
                .containsExactly("1 P0.d.0.g.0:r0=2; c.0.g:r0=1;");
    }

    @Test
    void aFullNameMeansItsThreadAlsoWhereAnotherEndsSo() {
        String table = "P0;\nld r0, 5;\nlaunch P0 id<<<1,1>>> (6);\nkernel id (v)\n T;\n ld r0, v;\n";
        assertThat(states(check("cdp2", table, "exists (P0:r0 == 5)"))).containsExactly("1 P0:r0=5;");
    }
}
