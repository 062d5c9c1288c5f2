package io.cdpsim.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.workloads.examples.Example;
import io.cdpsim.workloads.examples.Examples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExamplesTest {
    @ParameterizedTest
    @ValueSource(strings = {"example:tail-pair", "example tail-pair"})
    void anExampleRunsAndSaysWhatCameOut(String example) {
        CommandRun run = CommandRun.of(("run " + example).split(" "));

        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .containsPattern("workload +example:tail-pair\n")
                .containsPattern("expected +C1 before C2\n")
                .containsPattern("outcome +C1 before C2\n")
                .containsPattern("correct +yes\n");
    }

    @Test
    void anExampleOfTheOtherVersionIsRefused() {
        CommandRun run = CommandRun.of("run", "example:tail-pair", "--profile", "k20x");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .isEqualTo("cdpsim: example:tail-pair does not exist for k20x, which has CDP1: it is a program for "
                        + "CDP2; use a profile such as h200\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"example:tail-pears", "example:", "example"})
    void anUnknownExampleIsRefused(String name) {
        CommandRun run = CommandRun.of("run", name);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).startsWith("cdpsim: ").hasLineCount(1);
    }

    @Test
    void theListNamesEveryExample() {
        CommandRun table = CommandRun.of("examples");
        CommandRun json = CommandRun.of("examples", "--json");

        assertThat(table.exitCode()).isZero();
        for (Example each : Examples.all()) {
            assertThat(table.out()).contains("example:" + each.name() + " ", each.shows());
            assertThat(json.out()).contains("\"name\": \"" + each.name() + "\"");
        }
    }

    /** The page beside the examples says what each of them gives. */
    @Test
    void theDocumentationListsEveryExampleAndItsOutcomes() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "use", "examples.md"));
        for (Example each : Examples.all()) {
            String row = page.lines()
                    .filter(line -> line.startsWith("| `" + each.name() + "` |"))
                    .findFirst()
                    .orElse("");
            assertThat(row).as(each.name()).contains(each.expected()).contains(each.rules());
        }
    }
}
