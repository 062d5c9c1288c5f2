package io.cdpsim.memory.consistency.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsim.memory.consistency.LitmusChecker;
import io.cdpsim.memory.consistency.LitmusResult;
import io.cdpsim.memory.consistency.LitmusResult.FinalState;
import io.cdpsim.memory.consistency.trace.Trace.UndefinedBehavior;
import io.cdpsim.memory.litmus.LitmusException;
import io.cdpsim.memory.litmus.text.LitmusParser;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Accesses by way of registers that hold addresses, known ones and loaded ones. */
class AddressesTest {
    private static LitmusResult check(String text) {
        return new LitmusChecker(1).check(LitmusParser.parse("t", text, true));
    }

    private static List<String> states(String text) {
        return check(text).states().stream().map(FinalState::state).toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"st.weak [r0], 9", "atom.exch r1, [r0], 9", "red.add [r0], 9"})
    void aWriteToALoadedAddressIsToTheVariableThatWasLoaded(String write) {
        assertThat(states("PTX t\n{ x=0; z=0; y=z; }\nP0 | P1;\nst.relaxed.gpu y, x | ld.relaxed.gpu r0, y;\n | "
                        + write + ";\nexists (x == 9 /\\ z == 0)"))
                .containsExactly("x=0; z=9;", "x=9; z=0;");
    }

    @Test
    void aLoadFromALoadedAddressReturnsWhatIsThere() {
        assertThat(states("PTX t\n"
                        + "{ x=3; z=4; y=z; }\n"
                        + "P0 | P1;\n"
                        + "st.relaxed.gpu y, x | ld.relaxed.gpu r0, y;\n"
                        + " | ld.weak r1, [r0];\n"
                        + "exists (P1:r1 == 3)"))
                .containsExactly("P1:r1=3;", "P1:r1=4;");
    }

    @Test
    void aRegisterMayHoldAnAddressFromTheStart() {
        assertThat(states("PTX t\n{ x=3; P0:r1=x; }\nP0;\nld.weak r0, [r1];\nexists (P0:r0 == 3)"))
                .containsExactly("P0:r0=3;");
    }

    @Test
    void addressesAreShownAndComparedByTheNameOfTheVariable() {
        LitmusResult result =
                check("PTX t\n{ x=0; y=0; }\nP0;\nmov r0, &y;\nst.weak x, &x;\nexists (P0:r0 == &y /\\ x == &x)");
        assertThat(result.holds()).isTrue();
        assertThat(result.states()).extracting(FinalState::state).containsExactly("P0:r0=&y; x=&x;");
        assertThat(check("PTX t\n{ x=0; y=0; }\nP0;\nmov r0, &y;\nexists (P0:r0 == &x)")
                        .holds())
                .isFalse();
    }

    @Test
    void variablesThatEachBlockOrThreadHasForItselfDoNotShiftTheAddressesOfOthers() {
        String text = "PTX t cdp2\n{ shared s=0; local l=0; x=0; y=0; }\nP0;\nmov r0, &%s;\nexists (P0:r0 == &x)";
        assertThat(check(text.formatted("x")).holds()).isTrue();
        assertThat(check(text.formatted("y")).holds()).isFalse();
    }

    @Test
    void theAddressOfAVariableOfWhichThereMayBeSeveralIsNotAskedFor() {
        for (String space : List.of("shared", "local")) {
            String text = "PTX t cdp2\n{ " + space + " s=0; }\nP0;\nmov r0, &s;\nexists (P0:r0 == &s)";
            assertThatThrownBy(() -> check(text))
                    .isInstanceOf(LitmusException.class)
                    .hasMessageContaining("a condition names the address of 's', which each block or thread has");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "st.relaxed.gpu y, x",
                "atom.relaxed.gpu.exch r5, y, x",
                "atom.relaxed.gpu.cas r5, y, 0, x",
                "red.relaxed.gpu.add y, x",
                "mov r5, &x ; st.relaxed.gpu y, r5",
                "add r5, &x, 0 ; st.relaxed.gpu y, r5",
                "add r5, 0, &x ; st.relaxed.gpu y, r5"
            })
    void howeverAnAddressComesToMemoryWhoLoadsItReachesTheVariable(String rows) {
        String text = """
            PTX t
            { x=3; y=0; }
            P1 | P0;
            ld.relaxed.gpu r0, y | ;
            beq r0, 0, END | ;
            ld.weak r1, [r0] | ;
            END: | ;
            | %s;
            exists (P1:r1 == 3)
            """;
        assertThat(check(text.formatted(rows.replace(" ; ", ";\n | "))).holds()).isTrue();
    }

    @Test
    void aRegisterThatStartsWithAnAddressMayHandItOn() {
        String text = """
            PTX t
            { x=3; y=0; P1:r7=x; }
            P0 | P1;
            ld.relaxed.gpu r0, y | st.relaxed.gpu y, r7;
            beq r0, 0, END | ;
            ld.weak r1, [r0] | ;
            END: | ;
            exists (P0:r1 == 3)
            """;
        assertThat(check(text).holds()).isTrue();
    }

    @Test
    void aKernelsArgumentAndTheHostsStoreMayBeAddresses() {
        String kernels = "kernel put (p, q)\n T;\n st.relaxed.sys p, q;\n";
        String reader = "beq r0, 0, END;\n | ld.weak r1, [r0];\n | END: ;\n";
        assertThat(check("PTX t cdp2\n"
                                + "{ x=3; y=0; }\n"
                                + "host | P0;\n"
                                + " | launch c put<<<1,1>>> (y, x);\n"
                                + " | ld.relaxed.gpu r0, y;\n"
                                + " | "
                                + reader + kernels + "exists (P0:r1 == 3)")
                        .holds())
                .isTrue();
        assertThat(check("PTX t cdp2\n"
                                + "{ mapped x=3; mapped y=0; z=0; }\n"
                                + "host | P0;\n"
                                + "st.relaxed.sys y, x | ld.relaxed.sys r0, y;\n"
                                + " | "
                                + reader + "exists (P0:r1 == 3)")
                        .holds())
                .isTrue();
    }

    @Test
    void anAddressWithoutAVariableIsUndefinedAndTheThreadGoesOn() {
        LitmusResult result = check("PTX t\n{ x=0; P0:r0=5; }\nP0;\nld.weak r1, [r0];\nst.weak x, 1;\nexists (x == 1)");
        assertThat(result.undefined())
                .containsExactly(
                        new UndefinedBehavior("address", "P0: ld.weak r1, [r0] at 5, where there is no variable"));
        assertThat(result.states()).extracting(FinalState::state).containsExactly("x=1;");
        assertThat(result.states().get(0).isDefined()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"add r0, r0, 1", "sub r0, r0, 1", "mul r0, r0, 2"})
    void whatIsNotQuiteAnAddressIsNone(String change) {
        LitmusResult result =
                check("PTX t\n{ x=0; }\nP0;\nmov r0, &x;\n" + change + ";\nld.weak r1, [r0];\nexists (P0:r1 == 0)");
        assertThat(result.undefined()).extracting(UndefinedBehavior::rule).containsExactly("address");
    }
}
