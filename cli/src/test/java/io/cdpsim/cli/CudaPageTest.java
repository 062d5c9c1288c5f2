package io.cdpsim.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cdpsim.programs.cuda.CompilerSearch;
import io.cdpsim.programs.cuda.CudaCompiler;
import io.cdpsim.programs.exec.library.CacheDirectory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What docs/use/cuda.md shows is true, with clang. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CudaPageTest {
    static final Path PAGE = Path.of("docs/use/cuda.md");

    @TempDir
    private static Path kept;

    private Optional<Path> clang = Optional.empty();

    @BeforeAll
    void findClang() {
        boolean isLinux = System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("linux")
                && System.getProperty("os.arch").equals("amd64");
        assumeTrue(isLinux, "programs are executed on Linux on x86-64");
        clang = new CompilerSearch(System.getenv().getOrDefault("PATH", "")).clang();
        assumeTrue(clang.isPresent(), "there is no clang++ 14 or newer here");
    }

    static List<DocumentedCommand> commands() throws IOException {
        return DocumentedCommandsTest.commandsOf(DocumentedCommandsTest.ROOT.resolve(PAGE));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("commands")
    void aCommandDoesWhatThePageShows(DocumentedCommand command) throws IOException, InterruptedException {
        List<String> words = ChildJava.program("-Dcdpsim.cache=" + CacheDirectory.path());
        words.addAll(List.of(command.arguments(DocumentedCommandsTest.ROOT, kept)));
        ProcessBuilder builder = new ProcessBuilder(words).directory(DocumentedCommandsTest.ROOT.toFile());
        builder.environment().put(CudaCompiler.VARIABLE, clang.orElseThrow().toString());
        // One file each: what two streams write is not in one order.
        Path out = Files.createTempFile(kept, "out", "");
        Path err = Files.createTempFile(kept, "err", "");
        int exitCode = builder.redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start()
                .waitFor();

        String printed = (Files.readString(out, StandardCharsets.UTF_8) + Files.readString(err, StandardCharsets.UTF_8))
                .replace(DocumentedCommandsTest.ROOT + "/", "");
        assertThat(exitCode)
                .as("exit code of %s, which printed%n%s", command, printed)
                .isEqualTo(command.exitCode());
        assertThat(command.shows(printed))
                .as("%s%nshows%n%s%nbut it printed%n%s", command, String.join("\n", command.output()), printed)
                .isTrue();
    }
}
