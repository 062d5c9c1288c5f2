package io.cdpsim.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.cli.ChildJava;
import io.cdpsim.cli.CommandRun;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The program in a process of its own, since locale and environment belong to the process. */
class LocaleTest {
    @Test
    void digitsAreThoseThatShellsRead() throws Exception {
        String script = run("ar", "EG", "nu-arab", "completion");
        assertThat(script).contains("complete -F");
        assertThat(script.codePoints().filter(c -> Character.isDigit(c) && c > '9'))
                .isEmpty();
        assertThat(script).isEqualTo(CommandRun.of("completion").out());
    }

    @ParameterizedTest
    @ValueSource(strings = {"profiles show k20c", "run bfs --help"})
    void linesAreAsLongWhateverTheEnvironmentSaysOfTheTerminal(String line) throws Exception {
        String[] arguments = line.split(" ");
        assertThat(run("en", "US", "", arguments))
                .isEqualTo(CommandRun.of(arguments).out());
    }

    private static String run(String language, String country, String extension, String... arguments)
            throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(ChildJava.program(
                "-Duser.language=" + language, "-Duser.country=" + country, "-Duser.extensions=" + extension));
        builder.command().addAll(List.of(arguments));
        // Of a terminal that is not there
        builder.environment().put("COLUMNS", "40");
        builder.environment().put("TERM", "xterm");
        builder.redirectError(ProcessBuilder.Redirect.INHERIT);
        Process process = builder.start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        return out;
    }
}
