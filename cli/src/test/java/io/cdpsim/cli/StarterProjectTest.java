package io.cdpsim.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsim.cli.run.WorkloadPath;
import io.cdpsim.workloads.InvalidInputException;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The starter project of examples, compiled as another project would and found through {@code CDPSIM_WORKLOADS}. That Maven builds it
 * against the installed artifacts is tried by {@code .ci/run}, which takes too long for here.
 */
class StarterProjectTest {
    private static final Path ROOT = DocumentedCommandsTest.root();
    private static final Path STARTER = ROOT.resolve("examples/starter");
    private static final Pattern JAVA_BLOCK =
            Pattern.compile("^```java\\n(.*?)^```$", Pattern.DOTALL | Pattern.MULTILINE);
    private static final Pattern PLUGIN =
            Pattern.compile("<artifactId>([\\w-]+-plugin)</artifactId>\\s*<version>([^<]+)</version>");

    @TempDir
    private static Path classes;

    @BeforeAll
    static void compile() throws IOException {
        List<String> arguments = new ArrayList<>(List.of(
                "-Xlint:all",
                "-Werror",
                "-proc:none",
                "--release",
                "17",
                "-cp",
                System.getProperty("java.class.path")));
        arguments.addAll(List.of("-d", classes.toString()));
        sources().forEach(file -> arguments.add(file.toString()));
        int status = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler(), "a JDK runs the tests")
                .run(null, null, null, arguments.toArray(String[]::new));
        assertThat(status).isZero();
        Path services = Path.of("META-INF/services/io.cdpsim.workloads.WorkloadProvider");
        Files.createDirectories(classes.resolve(services).getParent());
        Files.copy(STARTER.resolve("src/main/resources").resolve(services), classes.resolve(services));
    }

    private static List<Path> sources() throws IOException {
        try (Stream<Path> files = Files.walk(STARTER.resolve("src"))) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .sorted()
                    .toList();
        }
    }

    private static CommandRun cdpsim(String path, String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = Main.execute(args, path, new PrintWriter(out, true), new PrintWriter(err, true));
        return new CommandRun(exitCode, out.toString(), err.toString());
    }

    @Test
    void theWorkloadRunsLikeAnyOther() {
        CommandRun run = cdpsim(classes.toString(), "run", "squares", "--children", "7", "--values=33", "--check");

        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .containsPattern("workload +squares")
                .containsPattern("child launches +7")
                .containsPattern("numbers squared +231")
                .containsPattern("time a child grid +[0-9.]+ us")
                .containsPattern("races +none")
                .containsPattern("correct +yes");
    }

    @Test
    void helpCompletionAndManualPagesKnowIt() {
        String path = classes.toString();

        assertThat(cdpsim(path, "run", "--help").out()).contains("  squares  ", "a child grid for each part");
        assertThat(cdpsim(path, "run", "squares", "--help").out())
                .contains("Threads that launch a child grid each. Default: 32.");
        assertThat(cdpsim(path, "completion").out()).contains("_run_squares", "--children");
        assertThat(cdpsim(path, "man", "run", "squares").out()).contains("\\-\\-children=N");
    }

    @Test
    void mistakesAreAnsweredLikeThoseWithAnyOther() {
        CommandRun range = cdpsim(classes.toString(), "run", "squares", "--children", "1025");
        assertThat(range.exitCode()).isEqualTo(2);
        assertThat(range.err())
                .isEqualTo("cdpsim: invalid value for option '--children': found '1025',"
                        + " expected a whole number from 1 to 1024; see 'cdpsim run squares --help'\n");
        CommandRun name = cdpsim(classes.toString(), "run", "square");
        assertThat(name.err())
                .isEqualTo("cdpsim: unknown command 'square'; did you mean 'squares'? See 'cdpsim run --help'\n");
    }

    @Test
    void aPathThatLeadsNowhereIsNamed() {
        CommandRun run = cdpsim(classes + File.pathSeparator + "no-such.jar", "run", "squares");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .startsWith("cdpsim: CDPSIM_WORKLOADS names 'no-such.jar', which does not exist or cannot be read")
                .hasLineCount(1);
    }

    @Test
    void withoutThePathTheWorkloadIsUnknown() {
        assertThat(WorkloadPath.load(null).all()).noneMatch(each -> each.name().equals("squares"));
        assertThat(WorkloadPath.load("").all()).noneMatch(each -> each.name().equals("squares"));
        assertThatThrownBy(() -> WorkloadPath.load(null).named("squares")).isInstanceOf(InvalidInputException.class);
    }

    @Test
    void thePageThatExplainsItShowsItsCode() throws IOException {
        StringBuilder code = new StringBuilder();
        for (Path file : sources()) {
            code.append(unindented(Files.readString(file)));
        }
        Matcher block = JAVA_BLOCK.matcher(Files.readString(ROOT.resolve("docs/develop/workloads.md")));
        int blocks = 0;
        for (; block.find(); blocks++) {
            assertThat(code.toString()).contains(unindented(block.group(1)));
        }
        assertThat(blocks).isPositive();
    }

    private static String unindented(String code) {
        return code.replaceAll("(?m)^ +", "");
    }

    /** So that it builds with what a build of CDPSim has fetched. */
    @Test
    void itsVersionsAreThoseOfTheProject() throws IOException {
        String project = Files.readString(ROOT.resolve("pom.xml"));
        String starter = Files.readString(STARTER.resolve("pom.xml"));
        String version = first("<artifactId>cdpsim</artifactId>\\s*<version>([^<]+)<", project);

        assertThat(first("<cdpsim.version>([^<]+)<", starter)).isEqualTo(version);
        assertThat(first("<junit.version>([^<]+)<", starter)).isEqualTo(first("<junit.version>([^<]+)<", project));
        Matcher plugin = PLUGIN.matcher(starter);
        while (plugin.find()) {
            assertThat(project).contains(plugin.group(0).replaceAll(">\\s+<", ">\n          <"));
        }
    }

    @Test
    void theBomNamesEveryModuleThatIsAJar() throws IOException {
        String bom = Files.readString(ROOT.resolve("bom/pom.xml"));
        Matcher module = Pattern.compile("<module>([^<]+)</module>").matcher(Files.readString(ROOT.resolve("pom.xml")));
        while (module.find()) {
            String pom = Files.readString(ROOT.resolve(module.group(1)).resolve("pom.xml"));
            if (!pom.contains("<packaging>pom</packaging>")) {
                assertThat(bom).contains("<artifactId>" + module.group(1) + "</artifactId>");
            }
        }
    }

    private static String first(String pattern, String text) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        assertThat(matcher.find()).as(pattern).isTrue();
        return matcher.group(1);
    }
}
