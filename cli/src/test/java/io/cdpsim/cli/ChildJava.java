package io.cdpsim.cli;

import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Java for the short processes that tests start. They take the classes of the JARs on the class path from an archive, as they do behind the launcher,
 * which saves a third of their time. The first test that needs the archive makes it; tests that run meanwhile go without.
 */
public final class ChildJava {
    private static final String MAIN = "io.cdpsim.cli.Main";

    /** What a process of a second needs: the second compiler would only cost time. */
    private static final List<String> SHORT_LIVED = List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

    /** Commands that need most of what others need. */
    private static final List<List<String>> TYPICAL = List.of(
            List.of("run", "bfs", "--graph", "rmat:8:8:1", "--check", "--quiet", "--json"),
            List.of(
                    "check",
                    DocumentedCommandsTest.ROOT
                            .resolve("examples/cuda/programs/squares_racy.cu")
                            .toString()));

    private static final Path FOLDER = Path.of("target", "class-archive").toAbsolutePath();

    private static final List<String> ENTRIES = Stream.of(
                    System.getProperty("java.class.path").split(File.pathSeparator))
            .map(each -> Path.of(each).toAbsolutePath().normalize().toString())
            .toList();

    private static boolean failed;

    private ChildJava() {}

    /** The words that start the command line, up to its arguments, with absolute paths. */
    public static List<String> program(String... options) {
        List<String> words = new ArrayList<>(java(options));
        words.addAll(options());
        words.addAll(List.of("-cp", classPath(), MAIN));
        return words;
    }

    private static List<String> java(String... options) {
        List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(SHORT_LIVED);
        words.addAll(List.of(options));
        return words;
    }

    /** The options alone, for a Java that another program starts with {@link #classPath}. */
    public static List<String> options() {
        List<String> options = new ArrayList<>(SHORT_LIVED);
        String archive = archive();
        if (!archive.isEmpty()) {
            options.addAll(List.of("-XX:SharedArchiveFile=" + archive, "-Xlog:cds=off"));
        }
        return options;
    }

    /** The class path, with the JARs first: an archive has the classes of the first entries, none of which is a folder. */
    public static String classPath() {
        List<String> jars = jars();
        Stream<String> folders = ENTRIES.stream().filter(each -> !jars.contains(each));
        return String.join(
                File.pathSeparator, Stream.concat(jars.stream(), folders).toList());
    }

    private static List<String> jars() {
        return ENTRIES.stream()
                .filter(each -> Files.isRegularFile(Path.of(each)))
                .toList();
    }

    /** Code under test that starts Java itself uses the archive from now on, as behind the launcher. */
    public static void archiveForCommands() {
        System.setProperty("java.class.path", classPath());
        System.setProperty("cdpsim.archive", archive());
    }

    /** The file with the archive; empty where there is none yet or Java makes none. */
    private static synchronized String archive() {
        if (failed) {
            return "";
        }
        try {
            Path archive = FOLDER.resolve(key() + ".jsa");
            return Files.exists(archive) || make(archive) ? archive.toString() : "";
        } catch (IOException e) {
            failed = true;
            return "";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        }
    }

    private static String key() throws IOException {
        Hasher hasher = Hashing.sha256().newHasher();
        hasher.putString(System.getProperty("java.home") + Runtime.version(), StandardCharsets.UTF_8);
        for (String each : jars()) {
            Path jar = Path.of(each);
            hasher.putString(each, StandardCharsets.UTF_8)
                    .putLong(Files.size(jar))
                    .putLong(Files.getLastModifiedTime(jar).toMillis());
        }
        return hasher.hash().toString();
    }

    private static boolean make(Path archive) throws IOException, InterruptedException {
        Files.createDirectories(FOLDER);
        try (FileChannel channel =
                        FileChannel.open(FOLDER.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock()) {
            if (lock == null || Files.exists(archive)) {
                return lock != null;
            }
            try (Stream<Path> files = Files.list(FOLDER)) {
                for (Path old :
                        files.filter(each -> each.toString().endsWith(".jsa")).toList()) {
                    Files.delete(old);
                }
            }
            Path list = FOLDER.resolve("classes");
            Path fresh = FOLDER.resolve("fresh");
            Set<String> classes = new LinkedHashSet<>();
            for (List<String> each : TYPICAL) {
                List<String> run = java("-XX:DumpLoadedClassList=" + list, "-cp", classPath(), MAIN);
                run.addAll(each);
                // What a command that fails has loaded counts too: there may be no compiler.
                exitCode(run);
                for (String line : Files.readAllLines(list)) {
                    // As the launcher joins its lists.
                    if (!line.startsWith("@cp") && !line.contains(" source: ")) {
                        classes.add(line.startsWith("@") ? line : line.replaceFirst(" id: .*", ""));
                    }
                }
            }
            Files.write(list, classes);
            List<String> dump = java(
                    "-Xshare:dump",
                    "-XX:SharedClassListFile=" + list,
                    "-XX:SharedArchiveFile=" + fresh,
                    "-cp",
                    String.join(File.pathSeparator, jars()));
            failed = exitCode(dump) != 0;
            if (!failed) {
                Files.move(fresh, archive, StandardCopyOption.ATOMIC_MOVE);
            }
            return !failed;
        }
    }

    private static int exitCode(List<String> command) throws IOException, InterruptedException {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }
}
