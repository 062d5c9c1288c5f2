package io.cdpsim.cli.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CheckCommandTest {
    private static final Path RACES =
            Path.of("../examples/cuda/races").toAbsolutePath().normalize();

    @TempDir
    private Path folder;

    private Path scenario = Path.of("");

    @BeforeEach
    void write() throws IOException {
        scenario = Files.writeString(folder.resolve("racy.check.yaml"), """
            # A race
            ptx: %s
            plan: %s
            runs: {policies: eager}
            expect:
              races: none # for now
              counts: {racy: 1, child: 2}
            """.formatted(
                        RACES.resolve("store_after_launch.ptx"), RACES.resolve("racy.yaml")));
    }

    @Test
    void aScenarioThatDoesNotHoldEndsWithOneAndIsReportedInEveryFormat() throws IOException {
        Path junit = folder.resolve("junit.xml");
        Path sarif = folder.resolve("out.sarif");

        CommandRun run = CommandRun.of(
                "check", scenario.toString(), "--github", "--junit", junit.toString(), "--sarif", sarif.toString());

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out())
                .contains(
                        scenario + ":7: error: expected 2 grids of child, but 1 ran; what ran: {child=1, racy=1}",
                        "store_after_launch.cu:7: error: a parent's store after a launch races with the child",
                        "[MEM-3]",
                        "fix: store before the launch",
                        "1 case, 1 run: 1 failed\n",
                        "::error file=");
        assertThat(junit).content().contains("failures=\"1\"");
        assertThat(sarif).content().contains("\"ruleId\": \"MEM-3\"", "\"startLine\": 7");
    }

    @Test
    void aFolderIsLookedThroughForScenarios() {
        CommandRun run = CommandRun.of("check", folder.toString(), "--quiet");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).startsWith("FAIL  racy: 1 run, 3 expectations\n").doesNotContain("1 case");
    }

    @Test
    void anUpdateShowsWhatChangesKeepsCommentsAndThenHolds() throws IOException {
        CommandRun update = CommandRun.of("check", scenario.toString(), "--update");

        assertThat(update.exitCode()).isZero();
        assertThat(update.out()).contains("""
            -  races: none # for now
            -  counts: {racy: 1, child: 2}
            +  races: [MEM-3] # for now
            +  counts: {racy: 1, child: 1}
            """);
        assertThat(scenario).content().startsWith("# A race\n").contains("[MEM-3] # for now");
        assertThat(CommandRun.of("check", scenario.toString()).exitCode()).isZero();
        assertThat(CommandRun.of("check", scenario.toString(), "--update").out())
                .endsWith("nothing to rewrite\n");
    }

    @Test
    void aProgramAloneIsRunUnderEveryPolicyAndItsCodeLookedAt() {
        CommandRun run = CommandRun.of(
                "check",
                RACES.resolve("shared_pointer.ptx").toString(),
                "--plan",
                RACES.resolve("racy.yaml").toString(),
                "--profile",
                "h200",
                "--seeds",
                "1..2");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out())
                .contains(
                        ": 4 runs\n",
                        "shared_pointer.cu:9: error: kernel racy passes a pointer to its shared memory to a child",
                        "[CHECK-result]\n      seen in all 4 runs");
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", textBlock = """
        check none.yaml                      => there is no file none.yaml; give files of scenarios, a folder with *.check.yaml, a .cu file, .ptx with --plan, or an executable
        check src                            => folder src has no files of scenarios, whose names end in .check.yaml
        check pom.xml                        => pom.xml: is not an executable for Linux (ELF)
        check RACE.ptx                       => PTX needs --plan FILE, which says what to launch; without one there is nothing to run (docs/use/ptx.md)
        check RACE.ptx --plan none.yaml      => there is no file none.yaml; --plan names a launch plan
        check RACE.ptx --plan p --seeds 4..1 => there is no file p; --plan names a launch plan
        check SCENARIO --plan p              => --plan says how .ptx files are run, and there are none; see 'cdpsim check --help'
        check SCENARIO --policy lazy         => a file of scenarios contains the conditions of its runs; write them below 'runs:' there; see 'cdpsim check --help'
        check RACE.ptx --update              => --update needs a file of scenarios to rewrite; see 'cdpsim check --help'
        check SCENARIO --junit x --sarif x   => --junit x and --sarif x are the same file; give each a file of its own
        check SCENARIO --junit none/x        => --junit none/x
        check SCENARIO --fail-on worst       => invalid value for option '--fail-on': found 'worst', expected one of note, warning, error; see 'cdpsim check --help'
        check                                => missing required parameter: 'FILE|DIR'; see 'cdpsim check --help'
        """)
    void wrongInputIsToldInALineAndEndsWithTwo(String line, String message) {
        String[] words = line.replace("SCENARIO", scenario.toString())
                .replace("RACE.ptx", RACES.resolve("store_after_launch.ptx").toString())
                .split(" +");

        CommandRun run = CommandRun.of(words);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).startsWith("cdpsim: " + message).hasLineCount(1);
        assertThat(run.out()).isEmpty();
    }

    @Test
    void aScenarioThatCannotRunIsAnErrorOfItsOwnAndTheOthersRun() throws IOException {
        Files.writeString(scenario, """
            scenarios:
              - {name: gone, program: none.cu}
              - {name: kept, litmus: builtin:MP-weak}
            """);
        Path junit = folder.resolve("junit.xml");
        Path sarif = folder.resolve("r.sarif");

        CommandRun run =
                CommandRun.of("check", scenario.toString(), "--junit", junit.toString(), "--sarif", sarif.toString());

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out())
                .contains("ERROR gone: 0 runs\n", "there is no file", "ok    kept: 1 run")
                .endsWith("2 cases, 1 run: 1 could not run\n");
        assertThat(junit).content().contains("failures=\"0\" errors=\"1\"", "<error type=\"CHECK-input\"");
        assertThat(sarif).content().contains("\"ruleId\": \"CHECK-input\"");
    }

    @Test
    void theOnlyCaseThatCannotRunIsInTheReportsThatTheUserNames() throws IOException {
        Path junit = folder.resolve("junit.xml");

        CommandRun run = CommandRun.of("check", "pom.xml", "--junit", junit.toString());

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(junit).content().contains("<error type=\"CHECK-input\"", "is not an executable for Linux (ELF)");
    }

    @Test
    void aMistakeInAScenarioIsToldWithItsPlace() throws IOException {
        Files.writeString(scenario, "workload: bfs\nexpect: {race: none}\n");

        CommandRun run = CommandRun.of("check", scenario.toString());

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err())
                .isEqualTo("cdpsim: " + scenario
                        + ":2:10: unknown key 'race' of the expectations of a scenario; did you mean 'races'?\n");
    }
}
