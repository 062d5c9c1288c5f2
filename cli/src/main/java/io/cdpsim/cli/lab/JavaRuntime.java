package io.cdpsim.cli.lab;

import io.cdpsim.workloads.InvalidInputException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A Java runtime for this system, with the modules that the program needs. */
final class JavaRuntime {
    /** Modules of the program and its libraries. */
    private static final String MODULES =
            "java.base,java.desktop,java.logging,java.management,java.xml,java.sql,jdk.unsupported,jdk.zipfs,jdk.httpserver";

    private static final long MOST_SECONDS = 300;

    private JavaRuntime() {}

    /** Makes the runtime and adds it to a zip. */
    static void into(ZipPackage zip, String name) throws IOException {
        boolean isWindows = System.getProperty("os.name").startsWith("Windows");
        Path jlink = Path.of(System.getProperty("java.home"), "bin", isWindows ? "jlink.exe" : "jlink");
        if (!Files.isExecutable(jlink)) {
            throw new InvalidInputException(
                    jlink + ": not found; --jre needs a JDK, not only a runtime: set JAVA_HOME to a JDK");
        }
        Path scratch = Files.createTempDirectory("cdpsim-jre");
        try {
            Path runtime = scratch.resolve("jre");
            Path said = scratch.resolve("said");
            Process process = new ProcessBuilder(List.of(
                            jlink.toString(),
                            "--add-modules",
                            MODULES,
                            "--strip-debug",
                            "--no-header-files",
                            "--no-man-pages",
                            "--output",
                            runtime.toString()))
                    .redirectErrorStream(true)
                    .redirectOutput(said.toFile())
                    .start();
            if (!process.waitFor(MOST_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
                process.destroyForcibly();
                throw new InvalidInputException("jlink cannot make a Java runtime: "
                        + Files.readString(said).lines().findFirst().orElse("it printed nothing"));
            }
            zip.folder(name, runtime, each -> true);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InvalidInputException("making a Java runtime was interrupted");
        } finally {
            try (Stream<Path> files = Files.walk(scratch)) {
                files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
            }
        }
    }
}
