package io.cdpsim.cli.sweep;

import io.cdpsim.cli.ChildJava;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The command line in a process of its own. */
record CdpsimProcess(int exitCode, String printed) {
    /** The environment variable whose options each {@code java} takes, and says so on its standard error. */
    static final String OPTIONS = "JDK_JAVA_OPTIONS";

    /** The value of that variable for the processes of tests. */
    static String options() {
        return ChildJava.options().stream().map(each -> '"' + each + '"').collect(Collectors.joining(" "));
    }

    static List<String> command(List<String> arguments) {
        // Its own file would be cut off by a limit on the size of files, too.
        List<String> command = ChildJava.program("-XX:-UsePerfData");
        command.addAll(arguments);
        return command;
    }

    /** Runs a line of words to its end, in a folder. */
    static CdpsimProcess of(Path folder, Map<String, String> environment, String line)
            throws IOException, InterruptedException {
        List<String> command = command(List.of(line.split(" ", -1)));
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().putAll(environment);
        Process process = builder.start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new CdpsimProcess(process.waitFor(), printed);
    }

    static long lines(Path file) throws IOException {
        return Files.exists(file)
                ? Files.readString(file).chars().filter(c -> c == '\n').count()
                : 0;
    }
}
