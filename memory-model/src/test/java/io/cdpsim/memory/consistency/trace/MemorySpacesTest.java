package io.cdpsim.memory.consistency.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsim.memory.consistency.LitmusChecker;
import io.cdpsim.memory.consistency.trace.Trace.UndefinedBehavior;
import io.cdpsim.memory.litmus.LitmusException;
import io.cdpsim.memory.litmus.text.LitmusParser;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What threads reach that they may not: MEM-1, MEM-8, and what the host cannot reach at all. */
class MemorySpacesTest {
    private static final String KERNEL = "kernel use (p)\n T;\n %s;\n";

    private static List<UndefinedBehavior> undefined(String table, String kernelRow) {
        String text = "PTX t cdp2\n{ x=0; mapped m=0; constant k=5; shared s=7; local l=9; }\n" + table
                + KERNEL.formatted(kernelRow) + "exists (x == 0)";
        return new LitmusChecker(1).check(LitmusParser.parse("t", text)).undefined();
    }

    @Test
    void aChildThatReachesItsParentsSharedOrLocalVariableIsNamedWithIt() {
        assertThat(undefined("P0;\nlaunch c use<<<1,1>>> (s);\n", "ld.weak r0, p"))
                .containsExactly(new UndefinedBehavior("MEM-1", "P0.c.0: ld.weak r0, p reaches 's' of another block"));
        assertThat(undefined("P0;\nlaunch c use<<<1,1>>> (l);\n", "st.weak p, 1"))
                .containsExactly(new UndefinedBehavior("MEM-1", "P0.c.0: st.weak p, 1 reaches 'l' of another thread"));
        assertThat(undefined("P0;\nlaunch c use<<<1,1>>> (s);\n", "red.add p, 1"))
                .containsExactly(new UndefinedBehavior("MEM-1", "P0.c.0: red.add p, 1 reaches 's' of another block"));
    }

    @Test
    void constantMemoryIsReadAndNotWritten() {
        assertThat(undefined("P0;\nlaunch c use<<<1,1>>> (k);\n", "atom.add r0, p, 1"))
                .containsExactly(
                        new UndefinedBehavior("MEM-8", "P0.c.0: atom.add r0, p, 1 writes 'k', which is constant"));
        assertThat(undefined("P0;\nld.weak r0, k;\nst.weak x, 0;\n", "ld.weak r0, p"))
                .isEmpty();
    }

    @Test
    void aThreadsOwnVariablesAndThoseOfItsBlockAreDefined() {
        assertThat(undefined(
                        "P0@cta 0 | P1@cta 0;\nst.weak s, 1 | ld.weak r0, s;\nst.weak l, 1 | st.weak l, 2;\n",
                        "ld r0, 1"))
                .isEmpty();
    }

    @Test
    void theHostReachesMappedMemoryAlone() {
        assertThat(undefined("host;\nst.weak m, 1;\nld.weak r0, m;\n", "ld r0, 1"))
                .isEmpty();
        assertThatThrownBy(() -> undefined("host;\nst.weak m, 1;\nld.weak r0, x;\n", "ld r0, 1"))
                .isInstanceOf(LitmusException.class)
                .hasMessageContaining("t:5")
                .hasMessageContaining("the host cannot reach 'x'; declare it as mapped, as in { mapped x=0; }");
    }
}
