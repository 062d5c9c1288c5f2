package io.cdpsim.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What docs/use/guide.md and README.md show is true. The guide takes as long as half of the other pages, so that it has a class of its own, which runs
 * beside theirs; the commands of the README are among the guide's, where each runs once for both.
 */
class UserGuideTest {
    static final Set<Path> PAGES = Set.of(Path.of("docs/use/guide.md"), Path.of("README.md"));

    @TempDir
    private static Path written;

    static List<DocumentedCommand> commands() throws IOException {
        List<DocumentedCommand> commands = new ArrayList<>();
        for (Path each : DocumentedCommandsTest.pages()) {
            if (PAGES.contains(DocumentedCommandsTest.ROOT.relativize(each))) {
                commands.addAll(DocumentedCommandsTest.commandsOf(each));
            }
        }
        return commands;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("commands")
    void aCommandDoesWhatThePageShows(DocumentedCommand command) {
        DocumentedCommandsTest.check(command, written);
    }
}
