package io.cdpsim.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
    void theErrorsByRegimeAreWritten() throws Exception {
        Path regimes = folder.resolve("regimes.tsv");

        CommandRun run = run("deep,null_stream,levels,8,whole,ms,1,1,1,1\n", "--regimes", regimes.toString());

        assertThat(run.exitCode()).isZero();
        assertThat(regimes).content().contains("\nh200\tdeep\trecursions through the NULL stream\t65,536\t\t1\t0\t");
    }

    @Test
    void wrongUseIsReportedBeforeAnythingIsSimulated() throws Exception {
        assertThat(CommandRun.of("validate", "--data", folder.resolve("none").toString()))
                .satisfies(run -> assertThat(run.exitCode()).isEqualTo(2))
                .satisfies(run -> assertThat(run.err()).contains("is not a folder"));
        assertThat(run("latency,imad,-,zero,per_op,cycles,4,4,4,5\n"))
                .satisfies(run -> assertThat(run.exitCode()).isEqualTo(2))
                .satisfies(run -> assertThat(run.err()).contains("a.csv:1: column 4"));
        assertThat(run(ROWS, "--csv", folder.resolve("none/x.csv").toString()))
                .satisfies(run -> assertThat(run.exitCode()).isEqualTo(2))
                .satisfies(
                        run -> assertThat(run.err()).contains("is in a folder that does not exist; make the folder"));
    }

    @Test
    void whatWasMeasuredIsNotReplaced() throws Exception {
        Path rows = folder.resolve("a.csv");
        Path link = Files.createSymbolicLink(folder.resolve("away.svg"), rows);
        for (String[] output : new String[][] {{"--csv", rows.toString()}, {"--plot", link.toString()}}) {
            CommandRun run = run(ROWS, output);
            assertThat(run.exitCode()).isEqualTo(2);
            assertThat(run.err()).contains(output[0] + " " + output[1] + " would replace measurements of --data");
            assertThat(rows).hasContent(ROWS);
        }
    }

    @Test
    void oneFileForTwoOutputsIsRefused() throws Exception {
        Path csv = folder.resolve("out.txt");
        Path link = Files.createSymbolicLink(folder.resolve("out.svg"), Path.of("out.txt"));
        for (Path plot : List.of(csv, link)) {
            CommandRun run = run(ROWS, "--csv", csv.toString(), "--plot", plot.toString());
            assertThat(run.exitCode()).isEqualTo(2);
            assertThat(run.err()).contains("--csv", "--plot", "are the same file; give each a file of its own");
            assertThat(csv).doesNotExist();
        }
    }

    @Test
    void aFileThatCannotBeWrittenToTheEndIsNamedWithTheReason() throws Exception {
        Path full = Files.createSymbolicLink(folder.resolve("full"), Path.of("/dev/full"));
        assumeTrue(Files.exists(full));
        CommandRun run = run(ROWS, "--csv", full.toString());
        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.err()).startsWith("cdpsim: cannot write " + full + ": No space left on device");
        Files.delete(full);
    }

    @Test
    void withoutASimulatedRowNoFigureIsShown() throws Exception {
        String rows = "latency,shfl,-,0,per_op,cycles,1,2,3,5\n";
        assertThat(run(rows).out()).containsPattern("\nall +0 +- +- +- +- +-\n").doesNotContain("0.0%");
        JsonNode overall =
                new ObjectMapper().readTree(run(rows, "--json").out()).get("overall");
        assertThat(overall.get("rows").intValue()).isZero();
        assertThat(overall.get("mae").isNull()).isTrue();
        assertThat(overall.get("within_25").isNull()).isTrue();
    }

    @Test
    void benchesAreChosenByName() throws Exception {
        CommandRun one = run(ROWS, "--bench", "api");
        assertThat(one.exitCode()).isZero();
        assertThat(one.out()).contains("\napi ").doesNotContain("\nlatency ");
        assertThat(run(ROWS, "--bench", "api", "--bench", "latency").out())
                .isEqualTo(run(ROWS).out());

        CommandRun near = run(ROWS, "--bench", "latencey");
        assertThat(near.exitCode()).isEqualTo(2);
        assertThat(near.err())
                .isEqualTo("cdpsim: --bench latencey: there are no such rows; did you mean 'latency'?"
                        + System.lineSeparator());
        assertThat(run(ROWS, "--bench", "x").err()).contains("expected one of api, latency");
    }

    @Test
    void theDrawingSaysWhichRowsItLeavesOut() throws Exception {
        Path plot = folder.resolve("out.svg");
        CommandRun run = run(ROWS + "api,free,-,0,cost,cycles,0,0,2,11\n", "--plot", plot.toString());
        String said = "Rows not drawn: 1 in which a value is zero or less, which has no logarithm; 1 not simulated.";
        assertThat(plot).content().contains(">" + said + "<");
        assertThat(run.out()).endsWith("\n" + said + "\n");
    }

    @Test
    void aColumnWithACommaComesBackFromTheCsvInQuotes() throws Exception {
        Path csv = folder.resolve("rows.txt");
        String rows = "latency,imad,\"a,b\",0,per_op,cycles,4,4.5,5,5\n";
        assertThat(run(rows, "--csv", csv.toString()).exitCode()).isZero();
        assertThat(Files.readAllLines(csv).get(1)).startsWith("a.csv,1,latency,imad,\"a,b\",0.0,per_op,cycles,4.5,");
        assertThat(run("latency,shfl,-,0,per_op,cycles,1,2,3,5\n", "--csv", csv.toString())
                        .exitCode())
                .isZero();
        assertThat(csv).hasContent("file,line,bench,variant,parameter,value,metric,unit,measured,simulated,ratio\n");
    }

    @Test
    void namesFromRowsAreShownAndNotObeyed() throws Exception {
        CommandRun run = run("latency,\u202e\u001b[2J,-,0,per_op,cycles,4,4.5,5,5\n");
        assertThat(run.out()).contains("latency,\\u202e\\u001b[2J,-,0,per_op");
        assertThat(run.out()).doesNotContain("\u202e", "\u001b");
        String json =
                run("latency,\u202e,-,0,per_op,cycles,4,4.5,5,5\n", "--json").out();
        assertThat(json).doesNotContain("\u202e");
        assertThat(new ObjectMapper()
                        .readTree(json)
                        .get("skipped")
                        .get(0)
                        .get("name")
                        .textValue())
                .isEqualTo("latency,\u202e,-,0,per_op");
    }

    private static final String BOARDS = """
        board,metric,case,value,unit,source
        M2050,nbody tuned shared,4096,1,ms,here
        M2050,nbody tuned shared,8192,1,ms,here
        K40m,rsqrt latency,-,36,cycles,here
        V100,geomean over child-per-item of 14 benchmarks,aggregation,2,ratio,here
        """;

    /** Two boards with a profile and one without; of the three rows none has a line of its own. */
    @Test
    void figuresOfOtherGpusAreCountedByProfile() throws IOException {
        CommandRun run = run(BOARDS, "--profile", "gtx680");

        assertThat(run.out())
                .contains(
                        "Rows not simulated: 4.",
                        "  figures of other GPUs: 3 (k40c 1, m2050 2); see --profile",
                        "  figures of GPUs without a profile: 1 (V100 1)")
                .doesNotContain("nbody tuned", "rsqrt");
    }
}
