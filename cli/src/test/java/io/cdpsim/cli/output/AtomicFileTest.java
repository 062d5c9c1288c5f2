package io.cdpsim.cli.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cdpsim.workloads.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AtomicFileTest {
    @TempDir
    private Path folder;

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void aNewFileHoldsTheTextAndNothingElseStaysBehind() throws IOException {
        Path file = folder.resolve("out.csv");
        assertThat(AtomicFile.obstacle(file)).isEmpty();
        assertThat(AtomicFile.write(file, "text\u00e9\n")).isEmpty();
        assertThat(file).hasContent("text\u00e9\n");
        assertThat(files()).containsExactly("out.csv");
    }

    @Test
    void aSymbolicLinkStaysAndWhatItLeadsToIsReplaced() throws IOException {
        Path real = Files.writeString(folder.resolve("real"), "old");
        Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("real"));
        assertThat(AtomicFile.write(link, "new")).isEmpty();
        assertThat(link).isSymbolicLink();
        assertThat(real).isRegularFile().hasContent("new");
    }

    @Test
    void aLinkThatLeadsToNothingYetMakesTheFileWhereItLeads() throws IOException {
        Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("later"));
        assertThat(AtomicFile.obstacle(link)).isEmpty();
        assertThat(AtomicFile.write(link, "new")).isEmpty();
        assertThat(link).isSymbolicLink();
        assertThat(folder.resolve("later")).hasContent("new");
    }

    @Test
    void linksInACircleAreRefused() throws IOException {
        Path one = Files.createSymbolicLink(folder.resolve("one"), Path.of("two"));
        Files.createSymbolicLink(folder.resolve("two"), Path.of("one"));
        assertThat(AtomicFile.obstacle(one).orElseThrow()).contains("circle");
        assertThat(AtomicFile.write(one, "x")).contains("circle");
        assertThat(files()).containsExactly("one", "two");
    }

    @Test
    void permissionsStay() throws IOException {
        Path file = Files.writeString(folder.resolve("secret"), "old");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        assertThat(AtomicFile.write(file, "new")).isEmpty();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-r-----");
    }

    @Test
    void aPipeIsWrittenIntoAndStaysAPipe() throws Exception {
        Path pipe = folder.resolve("pipe");
        assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0);
        CompletableFuture<String> reader = CompletableFuture.supplyAsync(() -> {
            try {
                return Files.readString(pipe);
            } catch (IOException e) {
                return e.toString();
            }
        });
        assertThat(AtomicFile.obstacle(pipe)).isEmpty();
        assertThat(AtomicFile.write(pipe, "through")).isEmpty();
        assertThat(reader.get()).isEqualTo("through");
        assertThat(Files.isRegularFile(pipe)).isFalse();
        assertThat(files()).containsExactly("pipe");
    }

    @Test
    void aDeviceIsWrittenIntoAndStaysADevice() throws IOException {
        // A link, so that the device itself is safe from a program that replaces what it is given.
        Path full = Files.createSymbolicLink(folder.resolve("full"), Path.of("/dev/full"));
        Path none = Files.createSymbolicLink(folder.resolve("none"), Path.of("/dev/null"));
        assumeTrue(Files.exists(full) && Files.exists(none));
        assertThat(AtomicFile.write(none, "text")).isEmpty();
        assertThat(AtomicFile.write(full, "text")).contains("No space left on device");
        assertThat(files()).containsExactly("full", "none");
        assertThat(full).isSymbolicLink();
        Files.delete(full);
        Files.delete(none);
    }

    @Test
    void aNameMayBeAsLongAsTheFileSystemAllows() throws IOException {
        Path file = folder.resolve("n".repeat(255));
        assertThat(AtomicFile.write(file, "text")).isEmpty();
        assertThat(file).hasContent("text");
    }

    @Test
    void whatIsWrittenBesideIsRemovedWhenItCannotTakeTheName() throws IOException {
        Path file = Files.createDirectory(folder.resolve("taken"));
        Files.createFile(file.resolve("something"));
        assertThat(AtomicFile.obstacle(file)).hasValue("is a folder; give the name of a file");
        assertThat(AtomicFile.write(file, "text")).isNotEmpty();
        assertThat(files()).containsExactly("taken");
    }

    @Test
    void anObstacleIsReportedWithTheFix() throws IOException {
        assertThat(AtomicFile.obstacle(Path.of(""))).hasValue("is not a name; give that of a file");
        assertThat(AtomicFile.obstacle(folder.resolve("none/x")))
                .hasValue("is in a folder that does not exist; make the folder, or give a file in another");
        Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("none/x"));
        assertThat(AtomicFile.obstacle(link).orElseThrow()).startsWith("is in a folder that does not exist");
        Path kept = Files.createDirectory(folder.resolve("kept"));
        Files.setPosixFilePermissions(kept, PosixFilePermissions.fromString("r-xr-xr-x"));
        // To some users permissions are nothing.
        assumeTrue(!Files.isWritable(kept));
        assertThat(AtomicFile.obstacle(kept.resolve("x")))
                .hasValue("is in a folder that may not be written to; give a file in another");
    }

    @Test
    void aSourceFileIsNoOutput() throws IOException {
        Path source = Files.writeString(folder.resolve("prog.CU"), "int main() {}");

        assertThatThrownBy(() -> AtomicFile.check("--json", source))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage(
                        "--json " + source + " is a source file, which the output would replace; give the name of the"
                                + " output behind --json");
        AtomicFile.check("--json", folder.resolve("none.cu"));
        AtomicFile.check("--json", Files.writeString(folder.resolve("r.json"), "{}"));
    }

    @Test
    void oneFileUnderTwoNamesIsKnown() throws IOException {
        Path file = folder.resolve("a");
        Path link = Files.createSymbolicLink(folder.resolve("b"), Path.of("a"));
        Path roundabout = folder.resolve("../" + folder.getFileName() + "/a");
        assertThat(AtomicFile.isSame(file, link)).isTrue();
        assertThat(AtomicFile.isSame(file, roundabout)).isTrue();
        assertThat(AtomicFile.isSame(file, folder.resolve("c"))).isFalse();
        Files.createFile(file);
        Files.createLink(folder.resolve("d"), file);
        assertThat(AtomicFile.isSame(link, folder.resolve("d"))).isTrue();
    }
}
