package io.cdpsim.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ValidateCommandTest {
    @TempDir
    private Path folder;

    private CommandRun run(String rows, String... more) throws IOException {
        Files.writeString(folder.resolve("a.csv"), rows);
        String[] arguments = new String[more.length + 3];
        arguments[0] = "validate";
        arguments[1] = "--data";
        arguments[2] = folder.toString();
        System.arraycopy(more, 0, arguments, 3, more.length);
        return CommandRun.of(arguments);
    }

    private static final String ROWS = """
            latency,imad,-,0,per_op,cycles,4,4.5,5,5
            latency,shfl,-,0,per_op,cycles,1,2,3,5
            api,clock_overhead,-,0,cost,cycles,2,2,2,11
            """;

    @Test
    void jsonHoldsTheStatisticsTheRowsAndWhatWasNotSimulated() throws Exception {
        JsonNode json = new ObjectMapper().readTree(run(ROWS, "--json").out());
        assertThat(json.fieldNames())
                .toIterable()
                .containsExactly("profile", "overall", "fitted", "held_out", "benches", "rows", "outcomes", "skipped");
        assertThat(json.get("overall").fieldNames())
                .toIterable()
                .containsExactly(
                        "rows", "zero_rows", "mae", "median_error", "log_correlation", "within_25", "within_2x");
        assertThat(json.get("benches").fieldNames()).toIterable().containsExactly("latency", "api");
        assertThat(json.get("rows")).hasSize(2);
        JsonNode first = json.get("rows").get(0);
        assertThat(first.fieldNames())
                .toIterable()
                .containsExactly("name", "file", "line", "unit", "measured", "simulated", "ratio");
        assertThat(first.get("name").textValue()).isEqualTo("latency,imad,-,0,per_op");
        assertThat(first.get("ratio").doubleValue())
                .isEqualTo(first.get("simulated").doubleValue() / 4.5);
        assertThat(json.get("skipped")).hasSize(1);
        assertThat(json.get("skipped").get(0).get("line").intValue()).isEqualTo(2);
    }

    @Test
    void theTableThePlotAndTheCsvAreWritten() throws Exception {
        Path csv = folder.resolve("out.txt");
        Path plot = folder.resolve("out.svg");
        CommandRun run = run(ROWS, "--csv", csv.toString(), "--plot", plot.toString());
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("latency").contains("Rows not simulated: 1.");
        assertThat(csv).content().startsWith("file,line,bench,").hasLineCount(3);
        assertThat(plot)
                .content()
                .startsWith("<svg ")
                .contains("<title>latency,imad")
                .endsWith("</svg>\n");
    }

    @Test
    void wrongUseIsToldBeforeAnythingIsSimulated() throws Exception {
        assertThat(CommandRun.of("validate", "--data", folder.resolve("none").toString()))
                .satisfies(run -> assertThat(run.exitCode()).isEqualTo(2))
                .satisfies(run -> assertThat(run.err()).contains("is no folder"));
        assertThat(run("latency,imad,-,zero,per_op,cycles,4,4,4,5\n"))
                .satisfies(run -> assertThat(run.exitCode()).isEqualTo(2))
                .satisfies(run -> assertThat(run.err()).contains("a.csv:1: column 4"));
        assertThat(run(ROWS, "--csv", folder.resolve("none/x.csv").toString()))
                .satisfies(run -> assertThat(run.exitCode()).isEqualTo(2))
                .satisfies(run -> assertThat(run.err()).contains("cannot be written there"));
    }
}
