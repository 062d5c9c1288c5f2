package io.cdpsim.programs.exec;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.junit.jupiter.api.Assertions;

/** The executables of {@code src/test/resources}, which nvcc 13.0 has built as {@code build.sh} beside them says. */
public final class PrebuiltPrograms {
    private PrebuiltPrograms() {}

    /** The bytes of one. */
    public static byte[] bytes(String name) {
        try (InputStream in = PrebuiltPrograms.class.getResourceAsStream("program/" + name)) {
            return Assertions.assertDoesNotThrow(
                    () -> Objects.requireNonNull(in).readAllBytes());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** One as a file that may be executed. */
    public static Path file(String name, Path folder) {
        try {
            Path file = Files.write(folder.resolve(name), bytes(name));
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
            return file;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Skips a test where programs cannot be executed. */
    public static void assumeExecutable() {
        boolean linux = System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("linux")
                && System.getProperty("os.arch").equals("amd64");
        assumeTrue(linux, "programs are executed on Linux on x86-64 alone");
        assumeTrue(
                BuiltPrograms.succeeds(Path.of("."), List.of("cc", "--version")),
                "there is no C compiler (cc), which programs need to be executed");
    }
}
