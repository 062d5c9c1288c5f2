package io.cdpsim.cli.sweep;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The command line in a process of its own. */
record CdpsimProcess(int exitCode, String printed) {
    /** The environment variable whose options each {@code java} takes, and says so on its standard error. */
    static final String OPTIONS = "JDK_JAVA_OPTIONS";

    /** What a process of a second needs: the second compiler would only cost time. */
    static final String SHORT_LIVED = "-XX:TieredStopAtLevel=1";

    static List<String> command(List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                SHORT_LIVED,
                // Its own file would be cut off by a limit on the size of files, too.
                "-XX:-UsePerfData",
                "-cp",
                System.getProperty("java.class.path"),
                "io.cdpsim.cli.Main"));
        command.addAll(arguments);
        return command;
    }

    /** Runs a line of words to its end, in a folder. */
    static CdpsimProcess of(Path folder, Map<String, String> environment, String line)
            throws IOException, InterruptedException {
        // A relative class path would not hold in another folder.
        List<String> command = command(List.of(line.split(" ", -1)));
        String classPath = String.join(
                File.pathSeparator,
                Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                        .map(each -> Path.of(each).toAbsolutePath().toString())
                        .toList());
        command.set(command.indexOf("-cp") + 1, classPath);
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
