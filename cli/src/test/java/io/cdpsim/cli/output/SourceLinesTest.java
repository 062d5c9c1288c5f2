package io.cdpsim.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourceLinesTest {
    @TempDir
    private Path folder;

    private SourceLines lines = new SourceLines(List.of());

    @BeforeEach
    void aProgram() throws IOException {
        Files.writeString(folder.resolve("racy.cu"), "// first\n    x[i] = 1;\n\n" + "y".repeat(500) + "\n");
        Files.writeString(folder.resolve("secret.txt"), "a password\n");
        lines = new SourceLines(List.of(folder));
    }

    @Test
    void theSourceLineOfAPlaceIsShownBeneathIt() {
        assertThat(lines.beneath("  thread 3 writes: racy.cu:2, instruction 11\n  missing a barrier\n"))
                .isEqualTo("  thread 3 writes: racy.cu:2, instruction 11\n      > x[i] = 1;\n  missing a barrier\n");
    }

    @Test
    void aPathThatWasCompiledElsewhereIsFoundByItsName() {
        assertThat(lines.beneath("/home/alice/src/racy.cu:1")).isEqualTo("/home/alice/src/racy.cu:1\n    > // first");
    }

    @Test
    void aPathThatIsThereIsTaken() {
        String place = folder.resolve("racy.cu") + ":2";

        assertThat(new SourceLines(List.of()).beneath("at " + place)).isEqualTo("at " + place + "\n    > x[i] = 1;");
    }

    @Test
    void withoutTheFileOrTheLineTheTextIsAsItWas() {
        for (String text : List.of(
                "other.cu:1",
                "racy.cu:99",
                "racy.cu:0",
                "racy.cu:3",
                "racy.cu:99999999999999999999",
                "racy.cu",
                "12:30")) {
            assertThat(lines.beneath(text)).isEqualTo(text);
        }
    }

    @Test
    void onlyProgramsAreShown() {
        assertThat(lines.beneath("secret.txt:1 ../secret.txt:1")).isEqualTo("secret.txt:1 ../secret.txt:1");
    }

    @Test
    void aLongLineIsCut() {
        assertThat(lines.beneath("racy.cu:4")).endsWith("> " + "y".repeat(117) + "...");
    }
}
