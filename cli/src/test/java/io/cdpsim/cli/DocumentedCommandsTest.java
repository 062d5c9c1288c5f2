package io.cdpsim.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What the documentation shows is true. In a block fenced as {@code console}, each line {@code $ cdpsim} runs, ends with 0 (or with
 * what a comment {@code # exit 1} says) and prints the lines below it; {@link DocumentedCommand#shows} says what {@code ...} means.
 */
class DocumentedCommandsTest {
    static final Path ROOT = root();
    private static final Pattern PROMPT = Pattern.compile("\\$ (\\./)?cdpsim ");
    private static final Pattern EXIT_CODE = Pattern.compile("\\s+# exit (\\d)$");
    private static final Pattern JAVA_BLOCK =
            Pattern.compile("^```java\\n(.*?)^```$", Pattern.DOTALL | Pattern.MULTILINE);

    @TempDir
    private static Path written;

    /** What commands without files have printed, by their arguments: a page may show a command of another page. */
    private static final Map<List<String>, CommandRun> DONE = new HashMap<>();

    static Path root() {
        Path start = Path.of("").toAbsolutePath();
        for (Path folder = start; folder != null; folder = folder.getParent()) {
            if (Files.exists(folder.resolve("docs/README.md"))) {
                return folder;
            }
        }
        throw new IllegalStateException("no folder above " + start + " holds docs/README.md");
    }

    /** The pages whose commands are run and whose anchors can be cited. */
    static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>(List.of(ROOT.resolve("README.md"), ROOT.resolve("CONTRIBUTING.md")));
        for (String folder : List.of("docs", "labs")) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(folder))) {
                files.filter(file -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
            }
        }
        return pages;
    }

    static List<DocumentedCommand> commands() throws IOException {
        List<DocumentedCommand> commands = new ArrayList<>();
        for (Path page : pages()) {
            // Programs write to the standard output of the process: CudaPageTest starts one. UserGuideTest runs beside
            // this.
            if (!page.endsWith(CudaPageTest.PAGE) && !UserGuideTest.PAGES.contains(ROOT.relativize(page))) {
                addCommands(page, Files.readAllLines(page), commands);
            }
        }
        return commands;
    }

    static List<DocumentedCommand> commandsOf(Path page) throws IOException {
        List<DocumentedCommand> commands = new ArrayList<>();
        addCommands(page, Files.readAllLines(page), commands);
        return commands;
    }

    private static void addCommands(Path page, List<String> lines, List<DocumentedCommand> commands) {
        boolean console = false;
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            if (line.startsWith("```")) {
                console = line.equals("```console");
                continue;
            }
            Matcher prompt = PROMPT.matcher(line);
            if (console && prompt.lookingAt()) {
                List<String> output = new ArrayList<>();
                for (int next = i + 1; !lines.get(next).matches("```|\\$ .*"); next++) {
                    output.add(lines.get(next));
                }
                Matcher exit = EXIT_CODE.matcher(line);
                boolean saysExit = exit.find();
                commands.add(new DocumentedCommand(
                        ROOT.relativize(page) + ":" + (i + 1),
                        line.substring(prompt.end(), saysExit ? exit.start() : line.length()),
                        saysExit ? Integer.parseInt(exit.group(1)) : 0,
                        output));
            }
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("commands")
    void aCommandDoesWhatThePageShows(DocumentedCommand command) {
        check(command, written);
    }

    /**
     * Runs a command and compares.
     *
     * @param written receives the files that it writes
     */
    static void check(DocumentedCommand command, Path written) {
        String[] arguments = command.arguments(ROOT, written);
        boolean hasFiles = Stream.of(arguments).anyMatch(each -> each.contains("/"));
        CommandRun run = hasFiles
                ? CommandRun.of(arguments)
                : DONE.computeIfAbsent(List.of(arguments), each -> CommandRun.of(arguments));

        String printed = (run.out() + run.err()).replace(ROOT + "/", "").replace(written + "/", "");
        assertThat(run.exitCode())
                .as("exit code of %s, which printed%n%s", command, printed)
                .isEqualTo(command.exitCode());
        if (!command.output().isEmpty() && !command.isPiped()) {
            assertThat(command.shows(printed))
                    .as("%s%nshows%n%s%nbut it printed%n%s", command, String.join("\n", command.output()), printed)
                    .isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource({"docs/use/guide.md, ChildSquaresTest", "docs/use/ptx.md, PtxProgramTest"})
    void javaCodeOfAPageIsThatOfAProgramThatIsTested(String page, String test) throws IOException {
        String program = Files.readString(ROOT.resolve("cli/src/test/java/io/cdpsim/cli/guide/" + test + ".java"));

        Matcher block = JAVA_BLOCK.matcher(Files.readString(ROOT.resolve(page)));

        int blocks = 0;
        for (; block.find(); blocks++) {
            assertThat(unindented(program)).contains(unindented(block.group(1)));
        }
        assertThat(blocks).isPositive();
    }

    private static String unindented(String code) {
        return code.replaceAll("(?m)^ +", "");
    }

    @Test
    void linesMayBeLeftOutOnlyWhereThePageSaysSo() {
        DocumentedCommand whole = new DocumentedCommand("page", "run", 0, List.of("a   1", "time ... us"));
        DocumentedCommand part = new DocumentedCommand("page", "run", 0, List.of("a   1", "time ... us", "..."));

        assertThat(whole.shows("a 1\ntime 7 us\n")).isTrue();
        assertThat(part.shows("a 1\ntime 7 us\n")).isTrue();
        assertThat(whole.shows("a 1\nb\ntime 7 us\nc\n")).isFalse();
        assertThat(part.shows("0\na  1\nb\ntime 7 us\nc\n")).isTrue();
    }

    @Test
    void aLineThatIsNotPrintedIsFoundOut() {
        DocumentedCommand part = new DocumentedCommand("page", "run", 0, List.of("a   1", "time ... us", "..."));

        assertThat(part.shows("a 2\ntime 7 us\n")).isFalse();
        assertThat(part.shows("time 7 us\na 1\n")).isFalse();
        assertThat(part.shows("a 1\n")).isFalse();
        assertThat(part.shows("a 1\ntime 7 ms\n")).isFalse();
    }

    @Test
    void argumentsArePartedAsAShellDoes() {
        DocumentedCommand command =
                new DocumentedCommand("page", "run bfs  --set a.b='300 cycles' --json | jq .x", 0, List.of());

        assertThat(command.arguments(ROOT, written)).containsExactly("run", "bfs", "--set", "a.b=300 cycles", "--json");
    }

    @Test
    void aFileOfTheDocumentationIsFoundWhereverTheTestRuns() {
        DocumentedCommand command = new DocumentedCommand("page", "x docs/README.md docs/none", 0, List.of());

        assertThat(command.arguments(ROOT, written)).containsExactly("x", ROOT + "/docs/README.md", "docs/none");
    }

    @Test
    void aFileThatIsWrittenIsFoundByTheCommandsBelow(@TempDir Path folder) throws IOException {
        DocumentedCommand writes = new DocumentedCommand("page", "x --out r.csv", 0, List.of());
        DocumentedCommand reads = new DocumentedCommand("page", "y r.csv s.csv", 0, List.of());
        Files.createFile(folder.resolve("r.csv"));

        assertThat(writes.arguments(ROOT, folder)).containsExactly("x", "--out", folder + "/r.csv");
        assertThat(reads.arguments(ROOT, folder)).containsExactly("y", folder + "/r.csv", "s.csv");
    }
}
