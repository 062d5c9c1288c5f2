package io.cdpsim.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class MainTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void helpGoesToStandardOutput() {
        assertThat(execute("--help")).isZero();
        assertThat(out.toString()).startsWith("Usage: cdpsim");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void versionNamesTheProgramAndTheJavaItRunsOn() {
        assertThat(execute("--version")).isZero();
        assertThat(out.toString()).startsWith("cdpsim ").contains("Java " + System.getProperty("java.version"));
    }

    @Test
    void aMissingCommandIsAUsageErrorWithoutAStackTrace() {
        assertThat(execute()).isEqualTo(2);
        assertThat(out.toString()).isEmpty();
        assertThat(err.toString()).contains("cdpsim --help").doesNotContain("Exception", "\tat ");
    }

    @Test
    void anUnknownOptionIsNamed() {
        assertThat(execute("--no-such-option")).isEqualTo(2);
        assertThat(err.toString()).contains("--no-such-option").doesNotContain("Exception", "\tat ");
    }

    private int execute(String... args) {
        CommandLine commandLine = Main.commandLine();
        commandLine.setOut(new PrintWriter(out, true));
        commandLine.setErr(new PrintWriter(err, true));
        return commandLine.execute(args);
    }
}
