package io.cdpsim.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LitmusCommandTest {
    @Test
    void jsonIsAListWithAnObjectForEachFileReadOrNot(@TempDir Path folder) throws IOException {
        Path bad = Files.writeString(folder.resolve("bad.litmus"), "PTX bad\n{x=0}\nP0;\nfrob x;\nexists (x==0)");
        CommandRun run = CommandRun.of("litmus", "builtin:SB-relaxed", bad.toString(), "builtin:CoWW", "--json");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).startsWith("cdpsim: " + bad + ":4:1: 'frob': ");
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
        assertThat(list.get(1).get("error").asText()).contains("frob");
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
        assertThat(run.err()).contains("'z' is not a variable of this test");
    }

    private static CommandRun run(Path folder, String text, String... options) throws IOException {
        Path file = Files.writeString(folder.resolve("t.litmus"), text);
        List<String> arguments = new ArrayList<>(List.of("litmus", file.toString()));
        arguments.addAll(List.of(options));
        return CommandRun.of(arguments.toArray(new String[0]));
    }

    @Test
    void threadsThatWaitForEverAreNamed() throws IOException {
        CommandRun run = CommandRun.of("litmus", "builtin:BAR-nobody-passes");
        assertThat(run.out()).contains("\n1     :>P0:r0=0; waiting for ever: P0, P1, P2\n");
        JsonNode states = new ObjectMapper()
                .readTree(CommandRun.of("litmus", "builtin:BAR-loaded-count", "--json")
                        .out())
                .get(0)
                .get("states");
        assertThat(states.get(1).get("waiting")).hasToString("[\"P0\"]");
        assertThat(states.get(0).has("waiting")).isFalse();
        CommandRun ignored = CommandRun.of("litmus", "builtin:BAR-nobody-passes", "--blocked", "ignore");
        assertThat(ignored.out()).contains("\nStates 0\nOk\n");
    }

    @Test
    void theThreadsThatABarrierWaitsForCanBeChosen(@TempDir Path folder) throws IOException {
        String text = "PTX t\n{}\nP0@cta 0 | P1@cta 0;\nbar.cta.sync 0 | ;\nst.weak x, 1 | ;\nexists (x == 1)\n";
        assertThat(run(folder, text).out()).contains("1     *>x=1;\nOk\n");
        assertThat(run(folder, text, "--barriers", "block").out()).contains("1     :>x=0; waiting for ever: P0\nNo\n");
        CommandRun wrong = run(folder, text, "--barriers", "all");
        assertThat(wrong.exitCode()).isEqualTo(2);
        assertThat(wrong.err()).contains("found 'all', expected one of coming, block");
    }

    @Test
    void strictEndsWithOneWhereSomethingIsNotAsItShouldBe(@TempDir Path folder) throws IOException {
        String rows = "PTX t\n{x=0}\nP0;\nst.weak x, 1;\n";
        assertThat(run(folder, rows + "exists (x == 1)", "--strict").exitCode()).isZero();
        assertThat(run(folder, rows + "exists (x == 2)", "--strict").exitCode()).isEqualTo(1);
        assertThat(run(folder, rows + "exists (x == 2)").exitCode()).isZero();
        // A race, and something undefined, in tests whose verdict is Ok.
        assertThat(CommandRun.of("litmus", "builtin:MP-weak", "--strict").exitCode())
                .isEqualTo(1);
        assertThat(CommandRun.of("litmus", "builtin:sync-is-not-in-cdp2", "--strict")
                        .exitCode())
                .isEqualTo(1);
        assertThat(CommandRun.of("litmus", "builtin:SB-relaxed", "--strict", "--json")
                        .exitCode())
                .isZero();
        assertThat(CommandRun.of("litmus", "builtin:SB-relaxed", "builtin:none", "--strict")
                        .exitCode())
                .isEqualTo(2);
    }

    @Test
    void anUndecidedVerdictIsUnknownAndHasAnExitCodeOfItsOwn(@TempDir Path folder) throws IOException {
        String rows = "PTX t\n{x=0}\nP0 | P1;\nst.relaxed.gpu x, 1 | L: add r1, r1, 1;\n| ld.relaxed.gpu r0, x;\n"
                + "| bne r0, 1, L;\n";
        String claim = "~exists (P1:r1 == 6)";
        assertThat(run(folder, rows + claim).out()).contains("\nUnknown\n", "\nLoops cut: ");
        assertThat(run(folder, rows + claim).exitCode()).isZero();
        assertThat(run(folder, rows + claim, "--strict").exitCode()).isEqualTo(4);
        assertThat(run(folder, rows + claim, "--strict", "--bound", "6").exitCode())
                .isEqualTo(1);
        assertThat(run(folder, rows + "exists (P1:r1 == 2)", "--strict").exitCode())
                .isZero();
        JsonNode json = new ObjectMapper()
                .readTree(run(folder, rows + claim + " forbidden (P1:r1 == 6) \"E\"", "--json")
                        .out())
                .get(0);
        assertThat(json.get("verdict").asText()).isEqualTo("Unknown");
        assertThat(json.get("declarations").get(0).get("unknown").asBoolean()).isTrue();
        // What is refuted counts more than what is undecided.
        Path file = Files.writeString(folder.resolve("undecided.litmus"), rows + claim);
        assertThat(CommandRun.of("litmus", file.toString(), "builtin:MP-weak", "--strict")
                        .exitCode())
                .isEqualTo(1);
    }

    @Test
    void decideShowsOneStateAndATimeLimitSaysSo(@TempDir Path folder) throws IOException {
        CommandRun decided = CommandRun.of("litmus", "builtin:SB-relaxed", "--decide");
        assertThat(decided.out())
                .contains("States 1\n", "\nOk\n", "\nDecided: ")
                .doesNotContain("Observation");
        JsonNode json = new ObjectMapper()
                .readTree(CommandRun.of("litmus", "builtin:SB-relaxed", "--decide", "--json")
                        .out())
                .get(0);
        assertThat(json.get("extent").asText()).isEqualTo("until-decided");
        assertThat(CommandRun.of("litmus", "builtin:SB-relaxed", "--decide", "--simulate", "3")
                        .exitCode())
                .isEqualTo(2);
        assertThat(CommandRun.of("litmus", "builtin:SB-relaxed", "--time-limit", "600")
                        .out())
                .doesNotContain("Time limit");
        StringBuilder rows = new StringBuilder("PTX t\n{x=0}\nP0 | P1 | P2 | P3;\n");
        for (int i = 0; i < 6; i++) {
            rows.append("st.relaxed.sys x, 1 | st.relaxed.sys x, 2 | ld.relaxed.sys r%d, x | ld.relaxed.sys r%d, x;\n"
                    .formatted(i, i));
        }
        CommandRun limited = run(folder, rows + "exists (P2:r0 == 9 /\\ P3:r0 == 9)", "--time-limit", "1", "--strict");
        assertThat(limited.out()).contains("\nUnknown\n", "\nTime limit reached: ");
        assertThat(limited.exitCode()).isEqualTo(4);
    }

    @Test
    void aModelInAFileDecidesInsteadOfTheBuiltInOne(@TempDir Path folder) throws IOException {
        String test = "builtin:MP-red-acquire-fence";
        assertThat(CommandRun.of("litmus", test, "--model", "builtin:ptx").out())
                .contains("\nOk\n", "\nModel PTX ISA");
        assertThat(CommandRun.of("litmus", test, "--model", "builtin:ptx-asplos19")
                        .out())
                .contains("\nNo\n", "\nModel Lustig");
        Path file = folder.resolve("m.cat");
        Files.writeString(file, "orient co over loc & (W * W)\nacyclic po | W");
        CommandRun wrong = CommandRun.of("litmus", test, "--model", file.toString());
        assertThat(wrong.exitCode()).isEqualTo(2);
        assertThat(wrong.err()).contains("m.cat:2:12: '|' takes two sets or two relations");
        assertThat(CommandRun.of("litmus", test, "--model", "builtin:ptx", "--decide")
                        .err())
                .contains("--decide follows the built-in model; leave --model out");
        assertThat(CommandRun.of(
                                "litmus",
                                "builtin:SB-fence-sc",
                                "--model",
                                "builtin:ptx",
                                "--explain",
                                "P0:r0=0 P1:r0=0")
                        .out())
                .contains("Without one of these axioms there would be one: causality.");
    }

    @Test
    void progressNamesTheThreadThatMayWaitForEver() throws IOException {
        String test = "builtin:child-flag-polled-by-parent-cdp2";
        CommandRun started = CommandRun.of("litmus", test, "--progress", "obe", "--strict");
        assertThat(started.out())
                .contains("\nProgress obe: P0 may wait for ever\n", "  P0.c.0 need not be scheduled\n");
        assertThat(started.exitCode()).isEqualTo(1);
        CommandRun fair = CommandRun.of("litmus", test, "--progress", "fair", "--strict");
        assertThat(fair.out()).contains("\nProgress fair: every execution ends\n");
        assertThat(fair.exitCode()).isZero();
        JsonNode json = new ObjectMapper()
                .readTree(CommandRun.of("litmus", test, "--progress", "hsa", "--json")
                        .out())
                .get(0)
                .get("progress");
        assertThat(json.get("verdict").asText()).isEqualTo("may-wait");
        assertThat(json.get("threads").get(0).get("thread").asText()).isEqualTo("P0");
        assertThat(json.get("threads").get(0).get("line").asInt()).isEqualTo(7);
    }

    @Test
    void aTestThatAsksNothingShowsItsStatesAndSaysSo(@TempDir Path folder) throws IOException {
        String text = "PTX t\n{x=0}\nP0 | P1;\nst.weak x, 1 | ld.weak r0, x;\n";
        assertThat(run(folder, text).out())
                .contains("1     *>P1:r0=0; x=1;\n", "1     *>P1:r0=1; x=1;\n", "\nCondition none: ");
        JsonNode json =
                new ObjectMapper().readTree(run(folder, text, "--json").out()).get(0);
        assertThat(json.get("condition").isNull()).isTrue();
        assertThat(json.get("states")).hasSize(2);
    }

    @Test
    void forallOverNoStateIsOkAndSaysSo(@TempDir Path folder) throws IOException {
        String text = "PTX t\n{x=0}\nP0;\nst.weak x, 1;\nfilter (x == 2) forall (x == 3)";
        assertThat(run(folder, text).out()).contains("States 0\nOk\n", "\nNo state: ");
        JsonNode json =
                new ObjectMapper().readTree(run(folder, text, "--json").out()).get(0);
        assertThat(json.get("vacuous").asBoolean()).isTrue();
        assertThat(json.get("verdict").asText()).isEqualTo("Ok");
    }

    @Test
    void filesFromWindowsGiveTheSameOutput(@TempDir Path folder) throws IOException {
        String text = Files.readString(Path.of("../examples/nested.litmus"));
        CommandRun here = run(folder, text);
        CommandRun there = run(folder, text.replace("\n", "\r\n"));
        assertThat(here.exitCode()).isZero();
        assertThat(there.out()).isEqualTo(here.out());
        assertThat(there.err()).isEmpty();
    }

    @Test
    void aConditionThatNestsTooDeepIsRefusedWithItsPlace(@TempDir Path folder) throws IOException {
        CommandRun run = run(
                folder, "PTX t\n{x=0}\nP0;\nst.weak x, 1;\nexists " + "(".repeat(2000) + "x == 1" + ")".repeat(2000));
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("t.litmus:5:208: parentheses and negations nest deeper than 200 here");
    }

    @Test
    void aConditionOnARegisterThatThereIsNotIsAnError(@TempDir Path folder) throws IOException {
        CommandRun run = run(folder, "PTX t\n{x=0}\nP0;\nld.weak r0, x;\nexists (P0:r1 == 0)");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .contains("t.litmus:5:12: a condition names the register 'r1' of P0, but P0 has r0; name one of these");
    }
}
