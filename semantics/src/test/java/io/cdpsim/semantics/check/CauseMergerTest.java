package io.cdpsim.semantics.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.semantics.check.diagnostic.Diagnostic;
import io.cdpsim.semantics.check.diagnostic.Severity;
import io.cdpsim.semantics.check.diagnostic.SourceLocation;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CauseMergerTest {
    private static Diagnostic error(String rule, String message, int... lines) {
        List<SourceLocation> locations = java.util.Arrays.stream(lines)
                .mapToObj(each -> new SourceLocation("p.cu", each))
                .toList();
        return new Diagnostic(Severity.ERROR, rule, message, locations, List.of(), "fix it");
    }

    private static List<Diagnostic> merged(Diagnostic... diagnostics) {
        return CauseMerger.merged(Stream.of(diagnostics)
                        .map(each -> new Occurrence(each, List.of()))
                        .toList())
                .stream()
                .map(Occurrence::diagnostic)
                .toList();
    }

    @Test
    void aStuckProgramIsOneProblem() {
        List<Diagnostic> merged = merged(
                error("CHECK-stuck", "stuck", 5),
                error("CHECK-timing", "whether the program completes depends on when grids run"),
                error("MEM-5", "a parent accesses what its child writes", 4, 5));

        assertThat(merged).singleElement().satisfies(each -> {
            assertThat(each.rule()).isEqualTo("MEM-5");
            assertThat(each.details())
                    .containsExactly(
                            "consequence: whether the program completes depends on when grids run [CHECK-timing]",
                            "consequence: stuck [CHECK-stuck] at p.cu:5");
        });
    }

    @Test
    void aRefusedEventIsTheCauseOfTheRaceThatItShouldPrevent() {
        assertThat(merged(error("MEM-12", "two grids race", 3, 4), error("EVT-2", "flags", 7)))
                .singleElement()
                .satisfies(each -> assertThat(each.rule()).isEqualTo("EVT-2"));
    }

    @Test
    void aFailedLaunchAndItsUnreadErrorAreOneProblem() {
        Diagnostic note = new Diagnostic(
                Severity.NOTE, "LNCH-6", "never checks", List.of(new SourceLocation("p.cu", 5)), List.of(), "");

        assertThat(merged(error("POOL-6", "full", 5), error("LNCH-6", "a launch failed", 5), note))
                .extracting(Diagnostic::rule)
                .containsExactly("POOL-6");
        assertThat(merged(error("LNCH-6", "a launch failed", 5), note))
                .extracting(Diagnostic::message)
                .containsExactly("a launch failed");
    }

    /** In two programs the first line of the races differed, and a copy raced with the grid that did not wait for the stream. */
    @Test
    void twoGridsInUnorderedStreamsAreOneProblem() {
        String siblings = "two grids race that no stream, event or tail launch orders (%s and %s)";

        assertThat(merged(
                        error("MEM-12", siblings.formatted("one", "two"), 2, 3),
                        error("MEM-12", siblings.formatted("two", "one"), 3, 2),
                        error(
                                "MEM-12",
                                "a copy or fill by the host races with a grid that no stream or event orders (the copy"
                                        + " and two)",
                                3)))
                .singleElement()
                .satisfies(each -> assertThat(each.details()).hasSize(2));
        assertThat(merged(
                        error("MEM-12", siblings.formatted("one", "two"), 2, 3),
                        error("MEM-12", siblings.formatted("one", "three"), 2, 4)))
                .hasSize(2);
    }

    @Test
    void aFullPoolBelowTheTopLevelIsOneProblemWithTheLaunchesThatItRefuses() {
        assertThat(merged(
                        error("POOL-6", "full", 12, 14),
                        error("LNCH-6", "a launch failed", 14),
                        error("M-1", "itself launched from the device"),
                        error("CHECK-result", "exit code 1")))
                .extracting(Diagnostic::rule)
                .contains("POOL-6")
                .doesNotContain("LNCH-6", "M-1");
    }

    @Test
    void problemsAtOtherLinesStay() {
        assertThat(merged(
                        error("MEM-5", "race", 4, 5),
                        error("CHECK-stuck", "stuck", 9),
                        error("POOL-6", "full", 5),
                        error("LNCH-6", "a launch failed", 6)))
                .hasSize(4);
    }
}
