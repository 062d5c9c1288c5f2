package io.cdpsim.programs.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BuildCacheTest {
    @TempDir
    private Path folder;

    @Test
    void aBuildIsFoundUntilAFileThatItIsMadeOfChanges() throws IOException {
        Path source = Files.writeString(folder.resolve("name with spaces.h"), "1");
        BuildCache builds = new BuildCache(folder);
        assertThat(builds.find("a")).isEmpty();

        Path program = builds.add("a", into -> made(into, "first", source));

        assertThat(program).hasContent("first");
        assertThat(builds.find("a")).contains(program);
        assertThat(builds.find("b")).isEmpty();
        Files.writeString(source, "2");
        assertThat(builds.find("a")).isEmpty();
        assertThat(builds.add("a", into -> made(into, "second", source))).hasContent("second");
    }

    @Test
    void aBuildThatFailsLeavesNothing() throws IOException {
        BuildCache builds = new BuildCache(folder);
        assertThatThrownBy(() -> builds.add("a", into -> {
                    Files.writeString(into.resolve("half"), "");
                    throw new CompileException("no");
                }))
                .isInstanceOf(CompileException.class);
        try (var left = Files.list(folder.resolve("cuda"))) {
            assertThat(left).isEmpty();
        }
    }

    private static Set<Path> made(Path into, String content, Path source) throws IOException {
        Path program = Files.writeString(BuildCache.program(into), content);
        Files.writeString(into.resolve("unit0.o"), "only for the compiler");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        return Set.of(source);
    }
}
