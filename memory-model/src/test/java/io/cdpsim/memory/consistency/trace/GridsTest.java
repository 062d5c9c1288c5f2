package io.cdpsim.memory.consistency.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.memory.consistency.LitmusChecker;
import io.cdpsim.memory.consistency.LitmusResult;
import io.cdpsim.memory.litmus.text.LitmusParser;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which grids and blocks there are, and whose threads are in one. */
class GridsTest {
    private static LitmusResult check(String text) {
        return new LitmusChecker(1).check(LitmusParser.parse("t", text));
    }

    private static List<String> states(LitmusResult result) {
        return result.states().stream()
                .map(each -> each.state() + " " + each.waiting())
                .toList();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "P0@cta 0,gpu 0 | P1@cta 0,gpu 1",
                "P0@cta 1,gpu 0 | P1@cta 1,gpu 1",
                "P0@cta 0,gpu 0 | P1@cta 1,gpu 0"
            })
    void blocksAreOneOnlyIfBothTheirNumberAndTheirGpuAre(String places) {
        String text = "PTX t\n{ x=0; f=0; }\n" + places + ";\nst.weak x, 1 | ld.acquire.cta r0, f;\n"
                + "st.release.cta f, 1 | ld.weak r1, x;\nexists (P1:r0 == 1 /\\ P1:r1 == 0)";
        assertThat(check(text).holds()).isTrue();
        assertThat(check(text.replaceAll("P1@cta \\d,gpu \\d", "P1@cta 0,gpu 0").replace("P0@cta 1", "P0@cta 0"))
                        .holds())
                .isFalse();
    }

    /** What the parent releases to its block after the launch is not for the child, whichever of its blocks reads. */
    @ParameterizedTest
    @ValueSource(strings = {"P0;\n,c.0", "P0;\n,c.1", "host | P0;\n,c.0", "host | P0;\n,c.1"})
    void everyBlockOfALaunchedGridIsAnother(String column) {
        String head = column.substring(0, column.indexOf(','));
        String thread = column.substring(column.indexOf(',') + 1);
        String before = head.startsWith("host") ? " | " : "";
        String text = "PTX t cdp2\n{ x=0; f=0; }\n" + head + before + "launch c read<<<2,1>>> (x, f);\n" + before
                + "st.weak x, 1;\n" + before + "st.release.cta f, 1;\nkernel read (p, q)\n T;\n ld.acquire.cta r0, q;\n"
                + " ld.weak r1, p;\nexists (" + thread + ":r0 == 1 /\\ " + thread + ":r1 == 0)";
        assertThat(check(text).holds()).isTrue();
        assertThat(check(text.replace(".cta", ".gpu")).holds()).isFalse();
    }

    @Test
    void threadsOfALaunchedBlockAreInOneBlock() {
        String text = """
                PTX t cdp2
                { x=0; f=0; }
                P0;
                launch c pair<<<2,2>>> (x, f);
                kernel pair (p, q)
                 A | B;
                 st.weak p, 1 | ld.acquire.cta r0, q;
                 st.release.cta q, 1 | ld.weak r1, p;
                filter (c.3:r0 == 0 /\\ c.1:r0 == 1) exists (c.1:r1 == 0)
                """;
        // The flag may come from the other block, which the reader does not synchronise with.
        assertThat(check(text).holds()).isTrue();
        assertThat(check(text.replace("<<<2,2>>>", "<<<1,2>>>").replace("c.3:r0 == 0 /\\ ", ""))
                        .holds())
                .isFalse();
    }

    @Test
    void aLaunchInALoopMakesAGridEachTime() {
        String text = """
                PTX t cdp2
                { x=0; }
                P0;
                L: ;
                launch c half<<<1,2>>> (7) stream faf;
                add r1, r1, 1;
                blt r1, 2, L;
                kernel half (p)
                 A | B;
                 bar.cta.sync 0 | ;
                exists (x == 0)
                """;
        assertThat(states(check(text))).containsExactly("x=0; [P0.c.0, P0.c#2.0]");
    }

    @Test
    void anArgumentIsThereAlsoWhereTheThreadWaitsForEver() {
        String text = """
                PTX t cdp2
                { x=0; }
                P0;
                launch c half<<<1,2>>> (7);
                kernel half (p)
                 A | B;
                 bar.cta.sync 0 | ;
                exists (c.0:p == 7)
                """;
        assertThat(states(check(text))).containsExactly("c.0:p=7; [P0.c.0]");
    }

    @Test
    void aLaunchThatTwoWaysLeadToIsOneGrid() {
        String text = """
                PTX t cdp2
                { x=0; }
                P0 | P1@cta 1;
                ld.relaxed.gpu r0, x | st.relaxed.gpu x, 1;
                beq r0, 0, END | ;
                ld r5, 1 | ;
                END: | ;
                launch c id<<<1,1>>> (r5) | ;
                kernel id (p)
                 T;
                 ld r0, p;
                exists (P0:r0 == 1 /\\ c:r0 == 1)
                """;
        assertThat(states(check(text))).containsExactly("P0:r0=0; c:r0=0; []", "P0:r0=1; c:r0=1; []");
    }
}
