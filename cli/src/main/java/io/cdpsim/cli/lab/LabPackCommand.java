package io.cdpsim.cli.lab;

import io.cdpsim.cli.output.ExitCode;
import io.cdpsim.cli.output.NumberFormats;
import io.cdpsim.workloads.InvalidInputException;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code cdpsim lab pack}. */
@Command(
        name = "pack",
        description = "Makes one zip with the program, the labs and the documentation, for machines without a network.")
public final class LabPackCommand implements Callable<Integer> {
    /** The environment variable with the name that questions are drawn from; a packed program for a student sets it. */
    static final String SEED_VARIABLE = "CDPSIM_LAB_SEED";

    private static final String TOP = "cdpsim-labs/";

    @Parameters(paramLabel = "FILE.zip", description = "The zip to make; one that is there is written over.")
    private Path zip = Path.of("cdpsim-labs.zip");

    @Option(
            names = "--jre",
            description = "Put in a Java runtime for the system that this is, so that none need be installed.")
    private boolean jre;

    @Option(
            names = "--teacher",
            description = "Put in the keys, with their solutions, and the files for other platforms. Not for students.")
    private boolean teacher;

    @Option(
            names = "--seed",
            paramLabel = "NAME",
            description = "Draw the numbers in the questions from this name, such as a student's.")
    private String seed = "";

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        ProgramFiles program = ProgramFiles.ofThisProgram();
        if (!seed.matches("[\\p{L}\\p{N} ._@-]*")) {
            throw new InvalidInputException(
                    "found --seed '" + seed + "', expected letters, digits, spaces and . _ @ -");
        }
        if (!zip.toString().endsWith(".zip")) {
            throw new InvalidInputException("found '" + zip + "', expected the name of a zip, which ends in .zip");
        }
        Map<String, byte[]> pages = PackedPages.of(program.documentation(), teacher, seed);
        try (ZipPackage packed = ZipPackage.create(zip, TOP)) {
            packed.script("bin/cdpsim", LauncherScripts.shell(seed));
            packed.text("bin/cdpsim.bat", LauncherScripts.batch(seed));
            packed.text("README.txt", LauncherScripts.README);
            packed.file("lib/cdpsim.jar", program.jar());
            packed.folder("lib/lib", program.libraries(), name -> true);
            for (Map.Entry<String, byte[]> each : pages.entrySet()) {
                packed.bytes(each.getKey(), each.getValue());
            }
            if (jre) {
                JavaRuntime.into(packed, "jre");
            }
            packed.finish();
        }
        spec.commandLine()
                .getOut()
                .println(zip + ": " + NumberFormats.bytes(Files.size(zip))
                        + (jre ? ", with a Java runtime" : ", needs Java 17 or newer")
                        + (program.documentation().isPresent()
                                ? ""
                                : ", without the documentation, which is not beside this program"));
        return ExitCode.DONE;
    }

    /** Scripts that start a packed program. */
    static final class LauncherScripts {
        static final String SHELL = """
            #!/bin/sh
            # Runs CDPSim with the Java runtime beside it, else with the one on the path.
            here=$(cd "$(dirname "$0")/.." && pwd)
            java=$here/jre/bin/java
            [ -x "$java" ] || java=${JAVA_HOME:+$JAVA_HOME/bin/}java
            exec "$java" -Xshare:auto -XX:+UseSerialGC -jar "$here/lib/cdpsim.jar" "$@"
            """;

        static final String BATCH = """
            @echo off\r
            setlocal\r
            set JAVA=java\r
            if defined JAVA_HOME set JAVA=%JAVA_HOME%\\bin\\java\r
            if exist "%~dp0..\\jre\\bin\\java.exe" set JAVA=%~dp0..\\jre\\bin\\java\r
            "%JAVA%" -XX:+UseSerialGC -jar "%~dp0..\\lib\\cdpsim.jar" %*\r
            """;

        static final String README = """
            CDPSim with its labs. Nothing needs a network.

              bin/cdpsim lab list          the labs
              bin/cdpsim lab start 1       puts the first one into a folder, lab-1
              bin/cdpsim lab check 1       grades what was made of it

            labs/   the labs as they are handed out
            docs/   the documentation, as Markdown; labs/README.md is for teachers and students

            With a Java runtime in jre/ nothing need be installed; else Java 17 or newer. CUDA programs (.cu) need a compiler besides: clang 14 or newer, on Linux.
            Without one, the kernels are there as PTX.
            """;

        private LauncherScripts() {}

        static String shell(String seed) {
            return seed.isEmpty()
                    ? SHELL
                    : SHELL.replace("exec ", SEED_VARIABLE + "='" + seed + "'; export " + SEED_VARIABLE + "\nexec ");
        }

        static String batch(String seed) {
            return seed.isEmpty()
                    ? BATCH
                    : BATCH.replace("set JAVA=java\r", "set " + SEED_VARIABLE + "=" + seed + "\r\nset JAVA=java\r");
        }
    }

    /**
     * The files of this program.
     *
     * @param jar its JAR
     * @param libraries the folder of the libraries that it needs
     * @param documentation the folder of the documentation; empty if it is not beside the program
     */
    record ProgramFiles(Path jar, Path libraries, Optional<Path> documentation) {
        /** @throws InvalidInputException if it does not run from a JAR with its libraries beside it */
        static ProgramFiles ofThisProgram() {
            Path jar;
            try {
                jar = Path.of(ProgramFiles.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI());
            } catch (URISyntaxException e) {
                throw new IllegalStateException(e);
            }
            Path folder = jar.getParent();
            if (!Files.isRegularFile(jar) || folder == null || !Files.isDirectory(folder.resolve("lib"))) {
                throw new InvalidInputException(
                        "only a program that was built can be packed: run it as ./cdpsim, or from its JAR with lib"
                                + " beside it");
            }
            // Above cli/target in a checkout, beside lib in an installed or packed program
            Optional<Path> docs = Stream.of("docs", "../docs", "../../docs")
                    .map(each -> folder.resolve(each).normalize())
                    .filter(each ->
                            Files.isRegularFile(each.resolveSibling("labs").resolve("README.md")))
                    .findFirst();
            return new ProgramFiles(jar, folder.resolve("lib"), docs);
        }
    }
}
