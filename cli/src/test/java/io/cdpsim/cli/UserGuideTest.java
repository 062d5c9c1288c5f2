package io.cdpsim.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What docs/use/guide.md shows is true. It takes as long as half of the other pages, so that it has a class of its own, which runs beside theirs. */
class UserGuideTest {
    static final Path PAGE = Path.of("docs/use/guide.md");

    @TempDir
    private static Path written;

    static List<DocumentedCommand> commands() throws IOException {
        return DocumentedCommandsTest.commandsOf(DocumentedCommandsTest.ROOT.resolve(PAGE));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("commands")
    void aCommandDoesWhatThePageShows(DocumentedCommand command) {
        DocumentedCommandsTest.check(command, written);
    }
}
