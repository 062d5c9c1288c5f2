package io.cdpsim.programs.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CudaHeadersTest {
    private static final Path SOURCES = Path.of("src/main/resources/io/cdpsim/programs/cuda/include");

    @Test
    void theListNamesEveryHeader() throws IOException {
        try (var files = Files.walk(SOURCES)) {
            assertThat(CudaHeaders.names())
                    .containsExactlyInAnyOrderElementsOf(files.filter(Files::isRegularFile)
                            .map(each -> SOURCES.relativize(each).toString())
                            .toList());
        }
    }

    @Test
    void allAreWrittenToAFolderOfTheirContent(@TempDir Path kept) {
        Path folder = CudaHeaders.folder(kept);
        assertThat(folder.getFileName().toString()).endsWith(CudaHeaders.hash());
        assertThat(CudaHeaders.names())
                .allSatisfy(each -> assertThat(folder.resolve(each)).hasSameTextualContentAs(SOURCES.resolve(each)));
    }
}
