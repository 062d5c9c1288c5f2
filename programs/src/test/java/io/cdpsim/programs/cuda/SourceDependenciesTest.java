package io.cdpsim.programs.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourceDependenciesTest {
    @Test
    void filesAreReadWithTheirSpacesAndOverLines(@TempDir Path folder) throws IOException {
        Path rule = Files.writeString(
                folder.resolve("rule"),
                "unit.o: /a/b.cu \\\n  /a/with\\ space.h /kept/headers/c.h \\\n /a/x/../$$d.h\n");
        assertThat(SourceDependencies.read(rule, Path.of("/kept/headers")))
                .containsExactlyInAnyOrder(Path.of("/a/b.cu"), Path.of("/a/with space.h"), Path.of("/a/x/../$d.h"));
    }

    /** As where /bin is a link to /usr/bin, and clang names its headers /bin/../lib/gcc/../../include. */
    @Test
    void aFileBehindALinkAndTheFolderAboveItIsThere(@TempDir Path folder) throws IOException {
        Files.createDirectories(folder.resolve("usr/bin"));
        Path header = Files.writeString(folder.resolve("usr/header.h"), "");
        Path link = Files.createSymbolicLink(folder.resolve("bin"), Path.of("usr/bin"));
        Path rule = Files.writeString(folder.resolve("rule"), "unit.o: " + link + "/../header.h\n");

        assertThat(SourceDependencies.read(rule, folder.resolve("headers")))
                .singleElement()
                .satisfies(each -> assertThat(Files.isSameFile(each, header)).isTrue());
    }
}
