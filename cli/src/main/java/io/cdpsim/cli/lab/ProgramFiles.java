package io.cdpsim.cli.lab;

import io.cdpsim.workloads.InvalidInputException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Where this program lies.
 *
 * @param jar its JAR
 * @param libraries the folder of those that it needs
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
                    "only a program that was built can be packed: run it as ./cdpsim, or from its JAR with lib beside"
                            + " it");
        }
        // In a checkout above cli/target, in an installed or packed program beside lib
        Optional<Path> docs = Stream.of("docs", "../docs", "../../docs")
                .map(each -> folder.resolve(each).normalize())
                .filter(each -> Files.isRegularFile(each.resolveSibling("labs").resolve("README.md")))
                .findFirst();
        return new ProgramFiles(jar, folder.resolve("lib"), docs);
    }
}
