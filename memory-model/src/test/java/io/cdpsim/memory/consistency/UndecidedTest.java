package io.cdpsim.memory.consistency;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.memory.consistency.LitmusResult.FinalState;
import io.cdpsim.memory.consistency.LitmusResult.Verdict;
import io.cdpsim.memory.consistency.trace.CheckSettings;
import io.cdpsim.memory.litmus.text.LitmusParser;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A verdict that executions beyond the loop bound could change is Unknown, and loops that only wait need no bound. */
class UndecidedTest {
    /** A reader that counts its turns until it reads 1, beside a writer. */
    private static final String COUNTED = """
        P0@cta 0,gpu 0 | P1@cta 1,gpu 0;
        st.relaxed.gpu x, 1 | LC10: add r1, r1, 1;
        | ld.relaxed.gpu r0, x;
        | bne r0, 1, LC10;
        """;

    private static LitmusResult check(int bound, String table, String claim) {
        return check(new CheckSettings(bound, Optional.empty(), false), table, claim);
    }

    private static LitmusResult check(CheckSettings settings, String table, String claim) {
        return new LitmusChecker(settings).check(LitmusParser.parse("t", "PTX t\n{ x=0; y=0; }\n" + table + claim));
    }

    @ParameterizedTest
    @CsvSource({
        // The sixth turn is beyond the bound of 2 and within that of 6; the hundredth is beyond both.
        "~exists (P1:r1 == 6), 2, UNKNOWN",
        "~exists (P1:r1 == 6), 6, NO",
        "~exists (P1:r1 == 2), 2, NO",
        "~exists (P1:r1 == 100), 6, UNKNOWN",
        "exists (P1:r1 == 6), 2, UNKNOWN",
        "exists (P1:r1 == 6), 6, OK",
        "exists (P1:r1 == 1), 2, OK",
        "forall (P1:r1 < 6), 2, UNKNOWN",
        "forall (P1:r1 < 6), 6, NO",
        "forall (P1:r1 < 2), 2, NO",
        "forall (P1:r0 == 1), 2, UNKNOWN",
    })
    void aLoopThatCountsItsTurnsDecidesNoMoreThanItsBound(String claim, int bound, Verdict verdict) {
        assertThat(check(bound, COUNTED, claim).verdict()).isEqualTo(verdict);
    }

    @ParameterizedTest
    @CsvSource({
        "allowed (P1:r1 == 6) \"E\", 2, UNKNOWN",
        "allowed (P1:r1 == 6) \"E\", 6, OK",
        "forbidden (P1:r1 == 6) \"E\", 2, UNKNOWN",
        "forbidden (P1:r1 == 6) \"E\", 6, NO",
        "undefined (P1:r1 == 6) \"E\", 2, UNKNOWN",
        "undefined (P1:r1 == 1) \"E\", 2, NO",
    })
    void declarationsAreUndecidedInTheSameWay(String claim, int bound, Verdict verdict) {
        LitmusResult result = check(bound, COUNTED, "exists (P1:r1 == 1)\n" + claim);
        assertThat(result.verdict()).isEqualTo(verdict);
        assertThat(result.declarations())
                .singleElement()
                .satisfies(each -> assertThat(each.verdict()).isEqualTo(verdict));
    }

    @Test
    void aRefutedClaimCountsMoreThanAnUndecidedOne() {
        LitmusResult result = check(2, COUNTED, "~exists (P1:r1 == 6)\nforbidden (P1:r1 == 1) \"E\"");
        assertThat(result.verdict()).isEqualTo(Verdict.NO);
    }

    @ParameterizedTest
    @CsvSource({
        "exists (P1:r1 == 1), OK",
        "exists (P1:r1 == 0), NO",
        "~exists (P1:r1 == 0), OK",
        "forall (P1:r1 == 1), OK"
    })
    void aLoopThatOnlyWaitsNeedsNoBound(String claim, Verdict verdict) {
        LitmusResult result = check(0, """
            P0@cta 0,gpu 0 | P1@cta 1,gpu 0;
            st.weak y, 1 | L: ;
            st.release.gpu x, 1 | ld.acquire.gpu r0, x;
            | bne r0, 1, L;
            | ld.weak r1, y;
            """, claim);
        assertThat(result.verdict()).isEqualTo(verdict);
        assertThat(result.loopsCut()).isFalse();
    }

    @Test
    void aTurnThatWritesIsNotFolded() {
        LitmusResult result = check(2, """
            P0@cta 0,gpu 0 | P1@cta 1,gpu 0;
            st.relaxed.gpu x, 1 | L: atom.relaxed.gpu.add r2, y, 1;
            | ld.relaxed.gpu r0, x;
            | bne r0, 1, L;
            """, "forall (y > 0)");
        assertThat(result.verdict()).isEqualTo(Verdict.UNKNOWN);
    }

    @Test
    void aTurnThatKeepsAValueOfTheTurnBeforeIsNotFolded() {
        // The loop ends when two reads in a row differ, so a turn changes what the next one does.
        LitmusResult result = check(2, """
            P0@cta 0,gpu 0 | P1@cta 1,gpu 0;
            st.relaxed.gpu x, 1 | ld.relaxed.gpu r0, x;
            | L: mov r1, r0;
            | ld.relaxed.gpu r0, x;
            | beq r0, r1, L;
            """, "forall (P1:r0 == 1)");
        assertThat(result.verdict()).isEqualTo(Verdict.UNKNOWN);
    }

    @Test
    void aWeakReadOfATurnThatOnlyWaitsStillRaces() {
        String table = """
            P0@cta 0,gpu 0 | P1@cta 1,gpu 0;
            st.weak y, 1 | L: ld.acquire.gpu r0, x;
            st.release.gpu x, 1 | beq r0, 1, END;
            | ld.weak r2, y;
            | goto L;
            | END: ;
            """;
        LitmusResult result = check(1, table, "exists (P1:r0 == 1)");
        assertThat(result.races()).isNotEmpty();
        assertThat(result.verdict()).isEqualTo(Verdict.OK);
    }

    static List<String> drawn() {
        return IntStream.range(0, 120).mapToObj(seed -> draw(new Random(seed))).toList();
    }

    /** Two threads with loops of loads, fences, compare-and-swaps, additions and stores, some of which only wait. */
    private static String draw(Random random) {
        StringBuilder table =
                new StringBuilder("P0@cta 0,gpu 0 | P1@cta 1,gpu 0;\nmov r0, 0 | mov r0, 0;\nmov r1, 0 | mov r1, 0;\n");
        for (int row = 0; row < 2; row++) {
            table.append(step(random)).append(" | ").append(step(random)).append(";\n");
        }
        table.append("L: | L: ;\n");
        for (int row = 0; row < 2; row++) {
            table.append(step(random)).append(" | ").append(step(random)).append(";\n");
        }
        table.append(jump(random)).append(" | ").append(jump(random)).append(";\n");
        table.append(step(random)).append(" | ").append(step(random)).append(";\n");
        return table + "exists (P0:r0 == 1 /\\ P1:r0 == 1 /\\ P0:r1 == 1 /\\ P1:r1 == 1 /\\ x == 1 /\\ y == 1)";
    }

    private static String jump(Random random) {
        return List.of("beq", "bne").get(random.nextInt(2)) + " r" + random.nextInt(2) + ", " + random.nextInt(2)
                + ", L";
    }

    private static String step(Random random) {
        String register = "r" + random.nextInt(2);
        String variable = random.nextBoolean() ? "x" : "y";
        return switch (random.nextInt(9)) {
            case 0, 1, 2 -> "ld.relaxed.gpu " + register + ", " + variable;
            case 3 -> "ld.weak " + register + ", " + variable;
            case 4 -> "atom.acquire.gpu.cas " + register + ", " + variable + ", 0, 1";
            case 5 -> "st.release.gpu " + variable + ", 1";
            case 6 -> "fence.sc.gpu";
            case 7 -> "mov " + register + ", r" + random.nextInt(2);
            default -> "";
        };
    }

    /** Folding leaves no final state and no race out, and adds none. */
    @ParameterizedTest
    @MethodSource("drawn")
    void foldedLoopsReachTheSameStatesAsPlainEnumeration(String table) {
        LitmusResult folded = check(1, table, "");
        LitmusResult plain = check(CheckSettings.withLoopBound(2).unfolded(), table, "");
        assertThat(states(plain)).containsAll(states(folded));
        if (!folded.loopsCut()) {
            assertThat(states(folded)).isEqualTo(states(plain));
            assertThat(Set.copyOf(folded.races())).isEqualTo(Set.copyOf(plain.races()));
        }
    }

    private static Set<String> states(LitmusResult result) {
        return result.states().stream().map(FinalState::state).collect(Collectors.toCollection(TreeSet::new));
    }
}
