package io.cdpsim.semantics.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.settings.LaunchPolicy;
import io.cdpsim.semantics.check.diagnostic.Diagnostic;
import io.cdpsim.semantics.check.diagnostic.Severity;
import io.cdpsim.semantics.check.run.ObservedRun;
import io.cdpsim.semantics.check.run.OutputDigest;
import io.cdpsim.semantics.check.run.RunConditions;
import io.cdpsim.semantics.check.run.RunEnding;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class TimingDependenceTest {
    private static ObservedRun run(long seed, RunEnding ending, int exitCode, String output) {
        return new ObservedRun(
                new RunConditions(Profiles.load("h200"), Optional.empty(), LaunchPolicy.ADVERSARIAL, seed),
                ending,
                ending == RunEnding.COMPLETED ? "" : "block 0 waits",
                Optional.empty(),
                Optional.empty(),
                output,
                OutputDigest.of(output),
                "",
                OptionalInt.of(exitCode),
                List.of(),
                false,
                Map.of(),
                Map.of(),
                List.of());
    }

    private static Optional<Diagnostic> printing(String... outputs) {
        List<ObservedRun> runs = new ArrayList<>();
        for (String each : outputs) {
            runs.add(run(runs.size(), RunEnding.COMPLETED, 0, each));
        }
        return TimingDependence.among(runs);
    }

    @Test
    void runsThatDoTheSameAreFine() {
        assertThat(printing("a\nb\n", "a\nb\n")).isEmpty();
    }

    @Test
    void timesMayDiffer() {
        assertThat(printing("took 12.5 us, 3.1 GB/s\n", "took 99 us, 4 GB/s\n")).isEmpty();
        assertThat(printing("took 12ms\n", "took 13ms\n")).isEmpty();
    }

    @Test
    void aNumberThatIsNotATimeMayNot() {
        assertThat(printing("sum 12\n", "sum 13\n")).hasValueSatisfying(each -> {
            assertThat(each.severity()).isEqualTo(Severity.ERROR);
            assertThat(each.details())
                    .containsExactly("h200, adversarial, seed 0: \"sum 12\"", "h200, adversarial, seed 1: \"sum 13\"");
        });
        assertThat(printing("12 users\n", "13 users\n")).isPresent();
    }

    @Test
    void anotherOrderOfLinesIsANote() {
        assertThat(printing("a\nb\n", "b\na\n"))
                .hasValueSatisfying(each -> assertThat(each.severity()).isEqualTo(Severity.NOTE));
    }

    @Test
    void anOutputIsComparedBeyondItsKeptStart() {
        ObservedRun one = run(1, RunEnding.COMPLETED, 0, "a\n");
        String cut = "a\n";
        assertThat(TimingDependence.among(List.of(one, withDigest(run(2, RunEnding.COMPLETED, 0, cut), "a\nb\n"))))
                .hasValueSatisfying(each -> {
                    assertThat(each.severity()).isEqualTo(Severity.ERROR);
                    assertThat(each.details().get(1)).contains("2 lines, of digest ");
                });
        assertThat(TimingDependence.among(List.of(
                        withDigest(run(1, RunEnding.COMPLETED, 0, "b\n"), "b\na\n"),
                        withDigest(run(2, RunEnding.COMPLETED, 0, "a\n"), "a\nb\n"))))
                .hasValueSatisfying(each -> assertThat(each.severity()).isEqualTo(Severity.NOTE));
    }

    private static ObservedRun withDigest(ObservedRun run, String whole) {
        return new ObservedRun(
                run.conditions(),
                run.ending(),
                run.message(),
                run.result(),
                run.trust(),
                run.output(),
                OutputDigest.of(whole),
                run.errors(),
                run.exitCode(),
                run.grids(),
                run.gridsTruncated(),
                run.completed(),
                run.launchErrors(),
                run.diagnostics());
    }

    @Test
    void anotherEndOrExitCodeIsReported() {
        assertThat(TimingDependence.among(
                        List.of(run(1, RunEnding.COMPLETED, 0, ""), run(2, RunEnding.COMPLETED, 3, ""))))
                .hasValueSatisfying(each -> assertThat(each.message()).startsWith("the exit code"));
        assertThat(TimingDependence.among(List.of(run(1, RunEnding.COMPLETED, 0, ""), run(2, RunEnding.STUCK, 0, ""))))
                .hasValueSatisfying(each -> assertThat(each.details().get(1)).endsWith("block 0 waits"));
    }

    @Test
    void aStoppedRunReportsNothing() {
        assertThat(TimingDependence.among(
                        List.of(run(1, RunEnding.COMPLETED, 0, "a"), run(2, RunEnding.TIMED_OUT, 137, "b"))))
                .isEmpty();
    }
}
