package io.cdpsim.cli.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.cdpsim.cli.CommandRun;
import io.cdpsim.workloads.CommandTokens;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CompareCommandTest {
    private static final String CDP = "bfs --graph rmat:6:8:1 --variant cdp";
    private static final String AGGREGATE = "bfs --graph rmat:6:8:1 --variant aggregate --set l2.latency='300 cycles'";

    @TempDir
    private Path folder;

    private String file(String name, String command) throws Exception {
        List<String> words = new ArrayList<>(CommandTokens.of("run " + command));
        words.addAll(List.of("--json", "--breakdown"));
        Path file = folder.resolve(name);
        Files.writeString(file, CommandRun.of(words.toArray(String[]::new)).out());
        return file.toString();
    }

    private static JsonNode json(CommandRun run) throws Exception {
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        return new ObjectMapper().readTree(run.out());
    }

    @Test
    void twoCommandsTwoFilesAndOneOfEachGiveTheSame() throws Exception {
        String commands = CommandRun.of("compare", "cdpsim run " + CDP, AGGREGATE, "--json")
                .out();
        String files = CommandRun.of("compare", file("a.json", CDP), file("b.json", AGGREGATE), "--json")
                .out();
        String mixed = CommandRun.of("compare", CDP, file("b.json", AGGREGATE), "--json")
                .out();

        assertThat(files).isEqualTo(commands);
        assertThat(mixed).isEqualTo(commands);
        assertThat(CommandRun.of("compare", file("a.json", CDP), AGGREGATE).out())
                .isEqualTo(CommandRun.of("compare", CDP, AGGREGATE).out())
                .contains("variant     cdp", "l2.latency  ", "launch server", "simulated time", "Seen on hardware");
    }

    @Test
    void theQuestionOfARunIsWrittenInOneOrder() throws Exception {
        JsonNode question = new ObjectMapper()
                .readTree(Path.of(file("a.json", CDP)).toFile())
                .get("question");

        assertThat(question.fieldNames())
                .toIterable()
                .containsExactly("workload", "options", "profile", "set", "machine");
        assertThat(question.get("machine").fieldNames())
                .toIterable()
                .containsExactly("seed", "policy", "strict", "check");
    }

    @Test
    void thePartsOfBothSidesAddUpToTheirTimesAndTheChangesToTheChange() throws Exception {
        JsonNode json = json(CommandRun.of("compare", CDP, AGGREGATE, "--json"));

        double a = 0;
        double b = 0;
        double change = 0;
        for (JsonNode each : json.get("breakdown")) {
            a += each.get("a_us").asDouble();
            b += each.get("b_us").asDouble();
            change += each.get("change_us").asDouble();
        }
        assertThat(a).isCloseTo(json.get("a").get("time_us").asDouble(), within(1e-9));
        assertThat(b).isCloseTo(json.get("b").get("time_us").asDouble(), within(1e-9));
        assertThat(change).isCloseTo(json.get("change_us").asDouble(), within(1e-9));
        assertThat(json.get("question").findValuesAsText("name")).containsExactly("variant");
        assertThat(json.get("fields").findValuesAsText("name")).containsExactly("l2.latency");
    }

    @Test
    void twoProfilesForOneCommandAreTwoCommands() throws Exception {
        JsonNode profiles =
                json(CommandRun.of("compare", "k40c", "h200", "--json", "--", "run", "bfs", "--graph", "rmat:6:8:1"));
        JsonNode commands = json(CommandRun.of(
                "compare", "bfs --graph rmat:6:8:1 --profile k40c", "bfs --graph rmat:6:8:1 --profile h200", "--json"));

        assertThat(profiles).isEqualTo(commands);
        assertThat(profiles.get("question").get(0).get("a").asText()).isEqualTo("k40c");
        assertThat(profiles.get("verdict").asText()).isEqualTo("unknown");
    }

    @Test
    void aDifferenceThatIsSmallerThanTheErrorIsSaidToBe() throws Exception {
        JsonNode json = json(CommandRun.of(
                "compare",
                "bfs --graph rmat:9:8:1 --variant cdp",
                "bfs --graph rmat:9:8:1 --variant cdp --set launch.fire_and_forget.base='20000 cycles'",
                "--json"));

        assertThat(json.get("change_us").asDouble())
                .as("the host polls every 8.2 us")
                .isGreaterThan(8.3);
        assertThat(json.get("relative_difference").asDouble())
                .isPositive()
                .isLessThan(json.get("mean_error").asDouble());
        assertThat(json.get("verdict").asText()).isEqualTo("within_error");
    }

    @Test
    void aResultWithoutBreakdownStillHasATime() throws Exception {
        Path plain = folder.resolve("plain.json");
        Files.writeString(
                plain,
                CommandRun.of("run", "bfs", "--graph", "rmat:6:8:1", "--variant", "warp", "--json")
                        .out());

        CommandRun run = CommandRun.of("compare", plain.toString(), AGGREGATE);

        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .contains("The question is not in A: 'run --json --breakdown' writes it.")
                .contains("The parts of the time are not in A");
    }

    @Test
    void aProgramThatGoesWrongIsSaidSo() {
        CommandRun run = CommandRun.of(
                "compare",
                "pending --depth 2 --pool 4",
                "persistent --blocks 265 --threads 1024 --ints 4096 --iterations 10");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).contains("B failed: ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "run bfs --grph x | unknown option '--grph'; did you mean '--graph'",
                "run bfs --help | expected a command that runs something",
                "run | expected a command that runs something",
                "a.json | is not an existing file",
                "run bfs --graph 'x | has a ' that is not closed",
                "run bfs --variant warp --threshold 8 | --threshold has no effect with --variant warp",
                "run ptx --files none.ptx | PTX without --plan has nothing to run",
            })
    void whatCannotRunIsRefusedBeforeAnythingRuns(String words, String message) {
        CommandRun run = CommandRun.of("compare", "bfs --graph rmat:6:8:1", words);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).startsWith("cdpsim: ").contains(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{ | such as \"run prog.cu 64\"",
                "[] | has no time_us",
                "'' | has no time_us",
                "{\"time_us\": 1, \"breakdown\": [{\"part\": \"magic\"}]} | has a part 'magic'",
            })
    void aFileThatIsNotAResultIsRejected(String text, String message) throws Exception {
        Path file = Files.writeString(folder.resolve("r.json"), text);

        CommandRun run = CommandRun.of("compare", file.toString(), file.toString());

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).startsWith("cdpsim: ").contains(message);
    }
}
