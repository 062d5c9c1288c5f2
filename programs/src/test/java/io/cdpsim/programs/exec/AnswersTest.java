package io.cdpsim.programs.exec;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.workloads.RunResult;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls answer as on an H100; see answers.cu. */
class AnswersTest {
    @TempDir
    private static Path built;

    @BeforeAll
    static void build() throws IOException {
        BuiltPrograms.assumeNvcc();
        BuiltPrograms.compile(built, BuiltPrograms.NVCC, "answers", "answers.cu");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "fault",
                "reset",
                "managed",
                "heap",
                "pointers",
                "registered",
                "forked",
                "mapped",
                "interprocess",
                "ids",
                "pools",
                "ranges",
                "streams",
                "limits",
                "batches",
                "functions",
                "copies",
                "events",
                "advice"
            })
    void aCallAnswersAsOnAGpu(String group) {
        RunResult result = BuiltPrograms.run(built.resolve("answers"), false, group);

        assertThat(ExecWorkload.printed(result) + "exit code " + ExecWorkload.exitCode(result))
                .isEqualTo("exit code 0");
    }

    /** O-8: a line for each thread of the warp that fails, and again after a reset. */
    @Test
    void aFailedAssertionIsWrittenToStandardErrorAsTheDriverWritesIt() {
        RunResult result = BuiltPrograms.runKeepingErrors(built.resolve("answers"), "assertion");

        assertThat(ExecWorkload.exitCode(result)).isZero();
        assertThat(BuiltPrograms.text(result, ExecWorkload.ERRORS)).matches((lineOf(1) + lineOf(3)).repeat(2));
    }

    /** PRNT-2: the end of a context flushes the buffer, the end of the program does not. */
    @Test
    void aResetWritesWhatKernelsPrinted() {
        RunResult result = BuiltPrograms.run(built.resolve("answers"), false, "printed");

        assertThat(ExecWorkload.printed(result)).isEqualTo("1\n1\n2\n");
    }

    private static String lineOf(int thread) {
        return "answers\\.cu:\\d+: void check\\(int\\): block: \\[0,0,0\\], thread: \\[" + thread
                + ",0,0\\] Assertion `value == 1 && \"one\"` failed\\.\n";
    }
}
