package io.cdpsim.cli.why;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.cdpsim.cli.CommandRun;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class WhyCommandTest {
    private static JsonNode json(String line) throws Exception {
        CommandRun run = CommandRun.of(("why --json " + line).split(" "));
        assertThat(run.exitCode()).as(run.err()).isZero();
        return new ObjectMapper().readTree(run.out());
    }

    private static double sum(JsonNode waits) {
        double sum = 0;
        for (JsonNode each : waits) {
            sum += each.get("us").asDouble();
        }
        return sum;
    }

    /** Rule TAIL-2: tail launches run in order, the first after its parent. */
    @Test
    void aTailWaitsForTheTailBeforeItAndThatForTheirParent() throws Exception {
        JsonNode second = json("--grid 3 example:tail-pair");
        JsonNode first = json("--grid 2 example:tail-pair");

        assertThat(second.get("waits").get(0).get("reason").asText()).isEqualTo("parent_end");
        assertThat(second.get("waits").get(0).get("grid").asInt()).isEqualTo(2);
        assertThat(first.get("waits").get(0).get("grid").asInt()).isEqualTo(1);
        assertThat(second.get("started_us").asDouble())
                .isGreaterThanOrEqualTo(first.get("completed_us").asDouble());
        assertThat(second.get("chain").get(3).asText()).startsWith("the host launched grid 1");
    }

    @Test
    void theWaitsFillTheTimeBetweenLaunchAndStart() throws Exception {
        for (String line : List.of("--grid 3 example:tail-pair", "bfs --graph rmat:7:8:1 --threshold 8")) {
            JsonNode grid = json(line);
            assertThat(sum(grid.get("waits")))
                    .isCloseTo(
                            grid.get("started_us").asDouble()
                                    - grid.get("launched_us").asDouble(),
                            Offset.offset(1e-6));
        }
    }

    /** A graph of two nodes in a chain that relaunches itself as its tail (rules G-3, G-10). */
    @Test
    void aNodeWaitsForTheLaunchBeforeItsOwnAndForTheNodeBeforeIt() throws Exception {
        String program = "graph --task relax --cells 64 --launcher graph";
        JsonNode second = json("--grid 4 " + program);
        JsonNode before = json("--grid 2 " + program);

        JsonNode graph = second.get("graph");
        assertThat(graph.get("launch").asInt()).isEqualTo(2);
        assertThat(graph.get("node").asInt()).isEqualTo(1);
        assertThat(graph.get("by").asText()).isEqualTo("grid 1, tail");
        assertThat(graph.get("waits").findValuesAsText("reason"))
                .containsExactly(
                        "the end of launch 1 and of all that it launched", "node 0 (advance)", "the launch of a node");
        double launchStarted = graph.get("waits").get(1).get("start_us").asDouble();
        assertThat(launchStarted)
                .isGreaterThanOrEqualTo(before.get("completed_us").asDouble());
        List<String> chain = new ArrayList<>();
        second.get("chain").forEach(each -> chain.add(each.asText().replaceAll(" at .*| which.*", "")));
        assertThat(chain)
                .containsExactly(
                        "grid 4 (relax) started",
                        "node 1 of graph 1, launch 2 followed node 0 (advance), grid 3,",
                        "grid 3 (advance) started",
                        "launch 2 of graph 1, a tail that grid 1 launched, started",
                        "grid 2 (relax) started",
                        "node 1 of graph 1, launch 1 followed node 0 (advance), grid 1,",
                        "grid 1 (advance) started",
                        "the host launched graph 1 (launch 1)");
    }

    @Test
    void aGridIsNamedByItsNumberOrItsKernelAndElseTheOneThatWaitedLongest() throws Exception {
        String program = "bfs --graph rmat:7:8:1 --threshold 8";
        List<JsonNode> all = new ArrayList<>();
        JsonNode longest = json(program);
        for (int i = 1; i <= 5; i++) {
            all.add(json("--grid " + i + " " + program));
        }
        assertThat(all)
                .allSatisfy(each -> assertThat(each.get("started_us").asDouble()
                                - each.get("launched_us").asDouble())
                        .isLessThanOrEqualTo(longest.get("started_us").asDouble()
                                - longest.get("launched_us").asDouble()));
        JsonNode last = json("--kernel neighbours " + program);
        assertThat(last.get("kernel").asText()).isEqualTo("neighbours");
        assertThat(last.get("started_us").asDouble())
                .isGreaterThanOrEqualTo(all.get(4).get("started_us").asDouble());
    }

    @Test
    void aGridThatIsNotThereIsAnError() {
        CommandRun number = CommandRun.of("why", "example:tail-pair", "--grid", "9");
        CommandRun kernel = CommandRun.of("why", "example:tail-pair", "--kernel", "c1");

        assertThat(number.exitCode()).isEqualTo(2);
        assertThat(number.err()).isEqualTo("cdpsim: found --grid 9, expected 1 to 3, the grids of this run\n");
        assertThat(kernel.err()).contains("did you mean 'C1'?");
    }

    @Test
    void theTextNamesWhatEndedEachWait() {
        CommandRun run = CommandRun.of("why", "example:tail-pair", "--kernel", "C2");

        assertThat(run.out())
                .startsWith("grid 3: C2, 1 block of 1 thread, launched by grid 1 (P), as a tail\n")
                .containsPattern("the end of its parent +\\S+ us +\\S+ us +the end of grid 2 \\(C1\\)\n");
    }
}
