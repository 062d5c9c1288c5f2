package io.cdpsim.cli.serve;

import io.cdpsim.cli.process.ProgramProcess;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/**
 * A sandbox by bubblewrap: a process in it sees the system's programs, the Java runtime, this program and its own folder, all but the last read-only, and neither
 * network nor other processes. It ends with the server.
 */
final class Sandbox {
    /** The folder of the run's own files inside. */
    static final String WORK = "/run/cdpsim/work";

    /** The folder of cached builds inside. */
    static final String CACHE = "/run/cdpsim/kept";

    /** The folder of answers inside. */
    static final String ANSWERS = "/run/cdpsim/answers";

    private static final int PROBE_SECONDS = 5;
    private static final String MEMORY_BYTES = Integer.toString(1 << 30);
    private static final int LINK_DEPTH = 4;

    private final Path tool;
    private final List<String> mounts;

    private Sandbox(Path tool, List<String> mounts) {
        this.tool = tool;
        this.mounts = List.copyOf(mounts);
    }

    /**
     * The sandbox of this machine; empty where bubblewrap is not installed or not allowed to work.
     *
     * @param path folders with programs, as in {@code PATH}
     * @param compiler a compiler that must be seen inside, if there is one
     */
    static Optional<Sandbox> find(String path, Optional<Path> compiler) {
        for (String folder : path.split(File.pathSeparator, -1)) {
            Path tool = Path.of(folder).resolve("bwrap");
            if (!folder.isEmpty() && Files.isExecutable(tool)) {
                Sandbox found = new Sandbox(tool, mounts(compiler));
                return found.works() ? Optional.of(found) : Optional.empty();
            }
        }
        return Optional.empty();
    }

    private boolean works() {
        List<String> command = new ArrayList<>(prefix());
        command.addAll(List.of("--", ProgramProcess.javaProgram(), "-Xshare:auto", "--version"));
        try {
            Process probe = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!probe.waitFor(PROBE_SECONDS, TimeUnit.SECONDS)) {
                probe.destroyForcibly();
                return false;
            }
            return probe.exitValue() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /**
     * A command that runs another one inside.
     *
     * @param work seen as {@link #WORK}, read-only
     * @param cache seen as {@link #CACHE}
     * @param answers files that exist, seen below {@link #ANSWERS} by their names, which alone of all can be written and stay
     * @param environment the whole of it
     */
    List<String> around(
            List<String> command, Path work, Path cache, List<Path> answers, Map<String, String> environment) {
        List<String> all = new ArrayList<>(prefix());
        all.addAll(List.of("--ro-bind", work.toString(), WORK, "--bind", cache.toString(), CACHE));
        for (Path each : answers) {
            all.addAll(List.of("--bind", each.toString(), ANSWERS + "/" + each.getFileName()));
        }
        environment.forEach((name, value) -> all.addAll(List.of("--setenv", name, value)));
        all.addAll(List.of("--chdir", WORK, "--"));
        all.addAll(command);
        return all;
    }

    private List<String> prefix() {
        List<String> words = new ArrayList<>(List.of(tool.toString(), "--unshare-all", "--die-with-parent"));
        words.addAll(List.of("--new-session", "--clearenv", "--proc", "/proc", "--dev", "/dev"));
        for (String each : List.of("/dev/shm", "/tmp", "/run")) {
            words.addAll(List.of("--size", MEMORY_BYTES, "--tmpfs", each));
        }
        words.addAll(mounts);
        return words;
    }

    private static List<String> mounts(Optional<Path> compiler) {
        List<String> words = new ArrayList<>(List.of("--ro-bind", "/usr", "/usr"));
        for (String each : List.of("/bin", "/sbin", "/lib", "/lib32", "/lib64")) {
            words.addAll(systemFolder(each));
        }
        Set<Path> seen = new LinkedHashSet<>(List.of(
                Path.of("/etc/alternatives"), Path.of("/etc/ld.so.cache"), Path.of(System.getProperty("java.home"))));
        seen.addAll(linkedFrom(Path.of(System.getProperty("java.home"))));
        for (String each : ProgramProcess.classPath()) {
            seen.add(Path.of(each));
            seen.addAll(namedBy(Path.of(each)));
        }
        ProgramProcess.archive().map(Path::of).ifPresent(seen::add);
        compiler.map(Sandbox::installation).ifPresent(seen::add);
        for (Path each : seen) {
            if (!each.startsWith("/usr")) {
                words.addAll(List.of("--ro-bind-try", each.toString(), each.toString()));
            }
        }
        return words;
    }

    /** Arguments for a folder that is a link into {@code /usr} on many systems. */
    private static List<String> systemFolder(String name) {
        Path folder = Path.of(name);
        try {
            return Files.isSymbolicLink(folder)
                    ? List.of("--symlink", Files.readSymbolicLink(folder).toString(), name)
                    : List.of("--ro-bind-try", name, name);
        } catch (IOException e) {
            // It is then missing inside, and the probe shows whether it is needed.
            return List.of();
        }
    }

    /** Folders outside a Java runtime to which it links: distributions store its configuration elsewhere. */
    private static Set<Path> linkedFrom(Path home) {
        Set<Path> targets = new LinkedHashSet<>();
        try (Stream<Path> inside = Files.walk(home, LINK_DEPTH)) {
            for (Path each : inside.filter(Files::isSymbolicLink).toList()) {
                if (Files.exists(each)) {
                    targets.add(each.toRealPath());
                }
            }
        } catch (IOException e) {
            return targets;
        }
        return targets;
    }

    /** The jars that a jar's manifest names. */
    private static List<Path> namedBy(Path jar) {
        if (!jar.toString().endsWith(".jar") || !Files.isRegularFile(jar)) {
            return List.of();
        }
        try (JarFile file = new JarFile(jar.toFile())) {
            String named = file.getManifest() == null
                    ? null
                    : file.getManifest().getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
            return Stream.of(Objects.requireNonNullElse(named, "").split(" ", -1))
                    .filter(each -> !each.isEmpty() && !each.contains(":"))
                    .map(each -> jar.resolveSibling(each).normalize())
                    .toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    /** The folder that a compiler was installed into: the one above its {@code bin}. */
    private static Path installation(Path compiler) {
        try {
            Path bin = compiler.toRealPath().getParent();
            Path above = bin == null ? null : bin.getParent();
            return above == null || above.getNameCount() < 2 ? compiler : above;
        } catch (IOException e) {
            return compiler;
        }
    }
}
