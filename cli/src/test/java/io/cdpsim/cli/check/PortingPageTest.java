package io.cdpsim.cli.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cdpsim.cli.CommandRun;
import io.cdpsim.programs.cuda.CompilerSearch;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The programs of docs/use/porting.md: compiled and run, which takes seconds. */
class PortingPageTest {
    private static final Path PROGRAMS = Path.of("../examples/cuda/porting");
    private static final Path BEFORE = PROGRAMS.resolve("before.cu");
    private static final Path AFTER = PROGRAMS.resolve("after.cu");
    private static final Pattern SECTION =
            Pattern.compile("^// \\[(\\w+)]\\n(.*?)^// \\[end]\\n", Pattern.MULTILINE | Pattern.DOTALL);

    @TempDir
    private Path folder;

    private static Map<String, String> sections(Path program) throws IOException {
        Map<String, String> sections = new LinkedHashMap<>();
        Matcher each = SECTION.matcher(Files.readString(program));
        while (each.find()) {
            sections.put(each.group(1), each.group(2));
        }
        return sections;
    }

    @Test
    void thePageShowsEachPartOfBothProgramsAsItIs() throws IOException {
        Map<String, String> before = sections(BEFORE);
        Map<String, String> after = sections(AFTER);
        String page = Files.readString(Path.of("../docs/use/porting.md"));

        assertThat(before).hasSize(8).containsOnlyKeys(after.keySet());
        before.forEach((name, code) -> assertThat(page)
                .contains("Before:\n\n```cuda\n" + code + "```\n\nAfter:\n\n```cuda\n" + after.get(name) + "```\n"));
    }

    private static void assumeLinuxWithClang() {
        String system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
        assumeTrue(system.contains("linux"), "programs are executed on Linux");
        assumeTrue(
                new CompilerSearch(System.getenv().getOrDefault("PATH", ""))
                        .clang()
                        .isPresent(),
                "there is no clang here");
    }

    @Test
    void bothProgramsPrintTheSameAndNeitherRacesOrLosesALaunch() {
        assumeLinuxWithClang();

        CommandRun run = CommandRun.of("check", PROGRAMS.toString());

        assertThat(run.out() + run.err())
                .contains("ok    before, with CDP1: 2 runs, 4 expectations", "ok    after, with CDP2: 2 runs, 4 exp");
        assertThat(run.exitCode()).isZero();
    }

    /** The lines of the output, from the values 0, 1, 2, 0, ... that both programs start with. */
    @Test
    void theExpectedOutputFollowsFromTheCode() throws IOException {
        String scenarios = Files.readString(PROGRAMS.resolve("porting.check.yaml"));

        assertThat(List.of(
                        "last: no error, " + 2 * 2,
                        "between: no error, " + 2 * 2 * 2 * 2,
                        "mean: no error, " + (21 * 4 + 21) / 64,
                        "rounds: no error, " + 2 * 2 * 2 * 2 * 16,
                        "block: no error, " + 2 * 2,
                        "streams: no error, " + 2 * 2 * 2 * 2,
                        "tree: no error, " + (16 + 31) * 16 / 2,
                        "many: no error, " + 48 * 64))
                .allSatisfy(each -> assertThat(scenarios.split(each + "\n", -1)).hasSize(3));
    }

    @Test
    void thePortingAssistantNamesWhatThePageReplaces() {
        assumeLinuxWithClang();

        String before =
                CommandRun.of("check", "--port", "cdp2", BEFORE.toString()).out();
        String after =
                CommandRun.of("check", "--port", "cdp2", AFTER.toString()).out();

        assertThat(before)
                .contains(
                        "kernel last waits for its children as its last action [VER-3]",
                        "kernel between waits between two launches [VER-3]",
                        "kernel mean waits for its children and continues [VER-3]",
                        "kernel rounds waits for its children in a loop [VER-3]",
                        "kernel block waits for its children and continues [VER-3]",
                        "kernel streams waits between two launches [VER-3]",
                        "kernel tree waits for its children and continues [VER-3]",
                        "kernel many launches and never reads the error",
                        "sets the synchronisation depth");
        assertThat(after).doesNotContain("VER-3", "error:", "never reads the error", "DEPTH-8");
    }

    @Test
    void nvccCompilesTheFirstForCdp1AndTheSecondForCdp2() throws IOException, InterruptedException {
        List<Process> compilers = new ArrayList<>();
        try {
            compilers.add(nvcc(BEFORE, "-arch=sm_75", "-DCUDA_FORCE_CDP1_IF_SUPPORTED"));
            compilers.add(nvcc(AFTER, "-arch=sm_90"));
        } catch (IOException e) {
            assumeTrue(false, "there is no nvcc here");
        }
        for (Process each : compilers) {
            String output = new String(each.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(each.waitFor()).as(output).isZero();
        }
    }

    private Process nvcc(Path source, String... options) throws IOException {
        List<String> command = new ArrayList<>(List.of("nvcc", "-rdc=true", "--ptx", source.toString()));
        command.addAll(List.of(options));
        command.addAll(
                List.of("-o", folder.resolve(source.getFileName() + ".ptx").toString()));
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }
}
