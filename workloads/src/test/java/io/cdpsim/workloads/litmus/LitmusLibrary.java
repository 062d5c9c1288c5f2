package io.cdpsim.workloads.litmus;

import io.cdpsim.memory.litmus.LitmusParser;
import io.cdpsim.memory.litmus.LitmusTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The litmus tests that come with the memory model. */
final class LitmusLibrary {
    private static final Path FOLDER = Path.of("memory-model/src/main/resources/io/cdpsim/memory/litmus/cdp");

    private LitmusLibrary() {}

    static List<LitmusTest> all() throws IOException {
        try (Stream<Path> files = Files.list(folder())) {
            return files.filter(each -> each.toString().endsWith(".litmus"))
                    .sorted()
                    .map(LitmusParser::read)
                    .toList();
        }
    }

    static LitmusTest named(String name) {
        return LitmusParser.read(folder().resolve(name + ".litmus"));
    }

    /** Tests run in the folder of their module or in that of the project. */
    private static Path folder() {
        return Files.isDirectory(FOLDER) ? FOLDER : Path.of("..").resolve(FOLDER);
    }
}
