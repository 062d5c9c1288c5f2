package io.cdpsim.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.cdpsim.cli.ChildJava;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command as a process of its own, since the program has its standard streams. */
class ExecCommandTest {
    private static final Path PROGRAMS = Path.of("../programs/src/test/resources/io/cdpsim/programs/exec/program");

    @TempDir
    private Path folder;

    private record Ended(int exitCode, String out, String err) {}

    private Ended exec(String input, String... words) throws IOException, InterruptedException {
        boolean linux = System.getProperty("os.name").contains("Linux")
                && System.getProperty("os.arch").equals("amd64");
        assumeTrue(linux && Files.isExecutable(Path.of("/usr/bin/cc")), "needs Linux on x86-64 with a C compiler");
        List<String> command = ChildJava.program();
        command.add("exec");
        command.addAll(List.of(words));
        Path in = Files.writeString(folder.resolve("in"), input);
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        int exitCode = new ProcessBuilder(command)
                .redirectInput(in.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start()
                .waitFor();
        return new Ended(exitCode, Files.readString(out), Files.readString(err));
    }

    @Test
    void theStandardStreamsAndTheArgumentsAreThePrograms() throws IOException, InterruptedException {
        Ended ended = exec("some input\n", "--quiet", PROGRAMS.resolve("plain").toString(), "echo", "--quiet", "a b");

        assertThat(ended.out()).isEqualTo("some input\n[--quiet][a b]");
        assertThat(ended.err()).isEqualTo("told\n");
        assertThat(ended.exitCode()).isZero();
    }

    @Test
    void theReportGoesToStandardErrorAndToAFileAndTheExitCodeIsThePrograms() throws IOException, InterruptedException {
        Path json = folder.resolve("report.json");
        Ended ended = exec(
                "", "--json", json.toString(), PROGRAMS.resolve("plain").toString(), "exit", "7", "--check", "--own");

        assertThat(ended.exitCode()).isEqualTo(7);
        assertThat(ended.out()).isEmpty();
        assertThat(ended.err())
                .contains("cdpsim: --check is given to the program")
                .doesNotContain("--own is given");
        assertThat(ended.err()).contains("simulated time").contains("the program ended with exit code 7");
        JsonNode report = new ObjectMapper().readTree(Files.readString(json, StandardCharsets.UTF_8));
        assertThat(report.get("exit_code").asInt()).isEqualTo(7);
    }

    @Test
    void aProgramThatCannotBeExecutedIsWrongUse() throws IOException, InterruptedException {
        Ended ended = exec("", PROGRAMS.resolve("plain.cu").toString());

        assertThat(ended.exitCode()).isEqualTo(2);
        assertThat(ended.err()).contains("is not an executable").doesNotContain("\tat ");
    }
}
