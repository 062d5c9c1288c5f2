package io.cdpsim.cli.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
    void aRaceIsWrittenAsALitmusTestThatShowsItWithItsPicture() {
        CommandRun run = CommandRun.of(
                "check",
                RACES.resolve("store_after_launch.ptx").toString(),
                "--plan",
                RACES.resolve("racy.yaml").toString(),
                "--profile",
                "h200",
                "--policy",
                "eager",
                "--litmus=" + folder.resolve("made"));

        Path test = folder.resolve("made/store_after_launch-race-1.litmus");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).contains("litmus test " + test + ", picture ");
        assertThat(test).content().contains("store_after_launch.cu:7", "launch ");
        assertThat(folder.resolve("made/store_after_launch-race-1.svg"))
                .content()
                .contains(">race</text>");
        assertThat(CommandRun.of("litmus", test.toString()).out())
                .contains("\nOk\n")
                .containsOnlyOnce("Flag race: P0: st.weak x, ");
        assertThat(CommandRun.of("check", scenario.toString(), "--litmus").err())
                .contains("--litmus writes the races of a program");
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
                        "consequence: the program ended with cudaErrorIllegalAddress",
                        "outside every allocation [CHECK-result] at ");
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
    void wrongInputIsReportedInOneLineAndExitsWithTwo(String line, String message) {
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

    /** A copy of a racy program, whose source the test may change. */
    private String[] racy(String... options) throws IOException {
        Path ptx = folder.resolve("store_after_launch.ptx");
        Path source = folder.resolve("store_after_launch.cu");
        if (!Files.exists(ptx)) {
            Files.copy(RACES.resolve("store_after_launch.ptx"), ptx);
            Files.copy(RACES.resolve("store_after_launch.cu"), source);
        }
        List<String> words = new ArrayList<>(List.of(
                "check",
                ptx.toString(),
                "--plan",
                RACES.resolve("racy.yaml").toString(),
                "--profile",
                "h200",
                "--policy",
                "eager"));
        words.addAll(List.of(options));
        return words.toArray(String[]::new);
    }

    @Test
    void aBaselineAcceptsWhatAnEarlierReportHas() throws IOException {
        Path report = folder.resolve("earlier.sarif");
        assertThat(CommandRun.of(racy("--sarif", report.toString())).exitCode()).isEqualTo(1);

        Path now = folder.resolve("now.sarif");
        CommandRun run = CommandRun.of(racy("--baseline", report.toString(), "--sarif", now.toString()));

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains(" accepted: ", "MEM-3");
        assertThat(now).content().contains("\"baselineState\": \"unchanged\"");
    }

    @Test
    void aFileOfSuppressionsAcceptsByRuleFileAndLineAndReportsUnusedLines() throws IOException {
        Path file = Files.writeString(folder.resolve("accepted.txt"), """
            # What we accept
            MEM-3 store_after_launch.cu # only a test
            CHECK-result
            MEM-12 other.cu:7
            """);
        Path sarif = folder.resolve("r.sarif");

        CommandRun run = CommandRun.of(racy("--suppress", file.toString(), "--sarif", sarif.toString()));

        assertThat(run.exitCode()).isZero();
        assertThat(run.err()).contains("accepted.txt:4: accepts nothing, remove it");
        assertThat(sarif)
                .content()
                .contains("\"kind\": \"external\"", "\"justification\": \"only a test\"", "\"status\": \"accepted\"");
    }

    @Test
    void aCommentInTheSourceAcceptsARuleAtItsLine() throws IOException {
        String[] words = racy();
        String before = CommandRun.of(words).out();
        assertThat(before).contains("[MEM-3]");
        int line = Integer.parseInt(before.replaceFirst("(?s).*?store_after_launch\\.cu:(\\d+): error: .*", "$1"));
        Path source = folder.resolve("store_after_launch.cu");
        List<String> lines = new ArrayList<>(Files.readAllLines(source));
        lines.set(line - 1, lines.get(line - 1) + " // cdpsim: allow MEM-3 a lesson");
        Files.write(source, lines);

        String after = CommandRun.of(words).out();

        assertThat(after).doesNotContain("[MEM-3]").contains("1 accepted: MEM-3");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "--suppress | mem-3 a.cu | s.txt:1: found 'mem-3 a.cu', expected a rule, optionally a file and a line,"
                        + " and a reason",
                "--baseline | {} | s.txt: has no 'runs', expected a report that 'cdpsim check --sarif' has written",
                "--baseline | { | s.txt: is not JSON, expected a report that 'cdpsim check --sarif' has written",
            })
    void aMalformedFileOfAcceptedProblemsIsRefused(String option, String text, String message) throws IOException {
        Path file = Files.writeString(folder.resolve("s.txt"), text);

        CommandRun run = CommandRun.of(racy(option, file.toString()));

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains(message);
    }

    @Test
    void aMistakeInAScenarioIsReportedWithItsPlace() throws IOException {
        Files.writeString(scenario, "workload: bfs\nexpect: {race: none}\n");

        CommandRun run = CommandRun.of("check", scenario.toString());

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err())
                .isEqualTo("cdpsim: " + scenario
                        + ":2:10: unknown key 'race' of the expectations of a scenario; did you mean 'races'?\n");
    }
}
