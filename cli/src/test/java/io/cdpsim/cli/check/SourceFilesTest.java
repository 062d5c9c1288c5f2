package io.cdpsim.cli.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.semantics.check.diagnostic.SourceLocation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourceFilesTest {
    @TempDir
    private Path folder;

    @Test
    void aFileIsNamedFromTheFolderOfTheReader() throws IOException {
        Path source = Files.createDirectories(folder.resolve("src")).resolve("a.cu");
        Files.createFile(source);
        SourceFiles names = new SourceFiles(folder, List.of(folder.resolve("src")));

        assertThat(names.named(new SourceLocation(source.toString(), 7))).hasToString("src/a.cu:7");
        assertThat(names.named("src/../src/a.cu")).isEqualTo("src/a.cu");
        assertThat(names.named("a.cu")).isEqualTo("src/a.cu");
        assertThat(names.named("/elsewhere/a.cu")).isEqualTo("src/a.cu");
        assertThat(names.named("none.cu")).isEqualTo("none.cu");
    }
}
