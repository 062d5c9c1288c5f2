package io.cdpsim.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LitmusCommandTest {
    @Test
    void jsonIsAListWithAnObjectForEachFileReadOrNot(@TempDir Path folder) throws IOException {
        Path bad = Files.writeString(folder.resolve("bad.litmus"), "PTX bad\n{x=0}\nP0;\nsust x;\nexists (x==0)");
        CommandRun run = CommandRun.of("litmus", "builtin:SB-relaxed", bad.toString(), "builtin:CoWW", "--json");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).startsWith("cdpsim: " + bad + ":4: 'sust': ");
        JsonNode list = new ObjectMapper().readTree(run.out());
        assertThat(list).hasSize(3);
        assertThat(list.get(0).get("file").asText()).isEqualTo("builtin:SB-relaxed");
        assertThat(list.get(0).get("name").asText()).isEqualTo("SB-relaxed");
        assertThat(list.get(0).get("verdict").asText()).isEqualTo("Ok");
        assertThat(list.get(0).get("observation").asText()).isEqualTo("Sometimes");
        assertThat(list.get(0).get("states")).hasSize(4);
        assertThat(list.get(0).get("states").get(0).get("state").asText()).isEqualTo("P0:r0=0; P1:r0=0;");
        assertThat(list.get(0).get("executions").asLong()).isEqualTo(4);
        assertThat(list.get(1).get("file").asText()).isEqualTo(bad.toString());
        assertThat(list.get(1).get("error").asText()).contains("sust");
        assertThat(list.get(2).get("observation").asText()).isEqualTo("Always");
    }

    @Test
    void whatTheSimulatorShowedIsPartOfTheJson() throws IOException {
        CommandRun run = CommandRun.of(
                "litmus",
                "builtin:h200-same-stream",
                "builtin:space-shared-pointer-cdp2",
                "--simulate",
                "12",
                "--seed",
                "5",
                "--json");
        assertThat(run.exitCode()).isZero();
        JsonNode list = new ObjectMapper().readTree(run.out());
        JsonNode simulation = list.get(0).get("simulation");
        assertThat(simulation.get("defined").asBoolean()).isTrue();
        assertThat(simulation.get("runs").asInt()).isEqualTo(12);
        assertThat(simulation.get("unfinished").asInt()).isZero();
        assertThat(simulation.get("allowed").asInt()).isEqualTo(1);
        assertThat(simulation.get("reached").asInt()).isEqualTo(1);
        assertThat(simulation.get("states")).hasSize(1);
        assertThat(simulation.get("states").get(0).get("state").asText()).isEqualTo("d:r0=1;");
        assertThat(simulation.get("states").get(0).get("runs").asInt()).isEqualTo(12);
        assertThat(simulation.get("states").get(0).get("forbidden").asBoolean()).isFalse();
        assertThat(simulation.get("missed")).isEmpty();
        assertThat(list.get(1).get("simulation").get("defined").asBoolean()).isFalse();
        assertThat(list.get(1).get("simulation").get("runs").asInt()).isZero();
    }

    @Test
    void aWrongClaimIsAnAnswerAndNoError(@TempDir Path folder) throws IOException {
        Path claim = Files.writeString(
                folder.resolve("claim.litmus"), "PTX claim\n{x=0}\nP0;\nst.weak x, 1;\nforall (x == 2)");
        CommandRun run = CommandRun.of("litmus", claim.toString());
        assertThat(run.exitCode()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.out())
                .contains("Test claim Required\n", "\n1     :>x=1;\n", "\nNo\n", "Observation claim Never 0 1\n");
    }

    @Test
    void aReachableStateIsShownAndDrawn(@TempDir Path folder) throws IOException {
        Path svg = folder.resolve("sb.svg");
        CommandRun run = CommandRun.of(
                "litmus", "builtin:SB-relaxed", "--explain", "P0:r0=0 P1:r0=0", "--picture", svg.toString());
        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .contains("An execution that ends in P0:r0=0 P1:r0=0:")
                .contains("reads the initial value");
        assertThat(Files.readString(svg)).startsWith("<svg ").contains("W x=1").endsWith("</svg>\n");
        Path dot = folder.resolve("sb.dot");
        assertThat(CommandRun.of(
                                "litmus",
                                "builtin:SB-fence-sc",
                                "--explain",
                                "P0:r0=0 P1:r0=0",
                                "--picture",
                                dot.toString())
                        .out())
                .contains("is forbidden by Causality (6)")
                .contains("-sc->")
                .contains("-fr->");
        assertThat(Files.readString(dot)).startsWith("digraph ").contains("penwidth=3");
    }

    @Test
    void aStateOfWhatTheTestDoesNotHaveIsRefused() {
        CommandRun run = CommandRun.of("litmus", "builtin:SB-relaxed", "--explain", "z=1");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("'z' is no variable of this test");
    }
}
