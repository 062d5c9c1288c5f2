package io.cdpsim.cli.tune;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.cdpsim.cli.CommandRun;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TuneCommandTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String SEARCH = "tune bfs --graph rmat:5:8:1 --stream named --vary threshold=2..8:x2"
            + " --vary variant=cdp,threshold,aggregate --pool 4096 --vary launch.named_stream.base=9000,20000";

    private static CommandRun run(String line) {
        // A value with a blank stands in quotation marks.
        List<String> words = new ArrayList<>();
        Matcher word = Pattern.compile("'([^']*)'|[^ ]+").matcher(line);
        while (word.find()) {
            words.add(word.group(1) == null ? word.group() : word.group(1));
        }
        return CommandRun.of(words.toArray(String[]::new));
    }

    @Test
    void theCommandThatIsPrintedRunsTheBest() throws Exception {
        JsonNode json = JSON.readTree(run(SEARCH + " --json").out());
        List<JsonNode> all = new ArrayList<>(List.of(json.get("best"), json.get("by_default")));
        json.get("runners_up").forEach(all::add);

        for (JsonNode each : all) {
            String command = each.get("command").asText();
            assertThat(command).startsWith("cdpsim run bfs --graph rmat:5:8:1 --stream named --pool 4096 ");
            CommandRun run = run(command.substring("cdpsim ".length()) + " --json");
            assertThat(run.err()).isEmpty();
            assertThat(JSON.readTree(run.out()).get("time_us")).isEqualTo(each.get("time_us"));
            assertThat(each.get("time_us").asDouble())
                    .isGreaterThanOrEqualTo(json.get("best").get("time_us").asDouble());
        }
        assertThat(json.get("best").get("settings").has("launch.named_stream.base"))
                .isTrue();
        assertThat(json.get("points").asInt())
                .isLessThan(json.get("combinations").asInt());
    }

    @Test
    void aBestThatLosesLaunchesSaysSo() throws Exception {
        String search =
                "tune bfs --graph rmat:9:8:1 --variant threshold --threshold 4 --child-threads 32 --vary pool=16,2048";
        JsonNode best = JSON.readTree(run(search + " --json").out()).get("best");
        String text = run(search).out();

        assertThat(best.get("settings").get("pool").asText()).isEqualTo("16");
        assertThat(best.get("failed_launches").asInt()).isPositive();
        assertThat(text)
                .contains(
                        "pool 16, " + best.get("failed_launches").asInt() + " launches failed\n",
                        "grids never ran: the times");
    }

    @Test
    void theTextSaysTheSame() throws Exception {
        JsonNode json = JSON.readTree(run(SEARCH + " --json").out());
        String text = run(SEARCH + " --workers 3").out();

        assertThat(text)
                .startsWith("best  ")
                .contains(
                        "seen on hardware  ",
                        "by default  ",
                        "\n2.  ",
                        "Run it: " + json.get("best").get("command").asText() + "\n",
                        json.get("points").asText() + " run, "
                                + json.get("combinations").asText() + " combinations of the settings that matter");
        assertThat(text.replaceAll("\\s+", " "))
                .contains(json.get("words").get(0).asText().replaceAll("\\s+", " "));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "tune | missing workload, expected one of bfs, irregular, nbody",
                "tune pending | unknown command 'pending'",
                "tune bfs --graph none.mtx | there is no file 'none.mtx'",
                "tune bfs --vary treshold=1,2 | did you mean 'threshold'?",
                "tune bfs --vary threshold=1 --vary threshold=2 | threshold varies twice",
                "tune bfs --threshold 8 --vary threshold=2,4 | threshold varies and has one value",
                "tune nbody --variant shared --block 64 | nothing to tune",
                "tune bfs --graph rmat:5:4:1 --source 99 | nothing to tune: no point runs as it should; the first"
                        + " says: --source 99",
                "tune bfs --workers 0 | workers",
            })
    void whatCannotBeTunedIsRefused(String line, String message) {
        CommandRun run = run(line);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).startsWith("cdpsim: ").contains(message);
    }
}
