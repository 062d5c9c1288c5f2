package io.cdpsim.semantics.lab.sandbox;

import io.cdpsim.programs.exec.process.ProgramSettings.ProgramPaths;
import io.cdpsim.programs.exec.process.ProgramSettings.ProgramWrapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Bubblewrap: a program can read the system's libraries and write its own folder. It has no network, cannot create processes, and its threads
 * end with it.
 *
 * @param tool the executable
 */
record Bubblewrap(Path tool) implements Sandbox {
    private static final long PROBE_SECONDS = 10;

    /** Folders of the system. On most systems, those outside /usr are links into it. */
    private static final List<String> SYSTEM = List.of("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32");

    /** Files that the dynamic loader and compilers read. */
    private static final List<String> CONFIGURATION =
            List.of("/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/alternatives");

    @Override
    public String name() {
        return "bubblewrap";
    }

    /** Whether it can create a sandbox: some systems forbid that to users. */
    static boolean works(Path tool) {
        List<String> command = new ArrayList<>(List.of(tool.toString()));
        command.addAll(new Bubblewrap(tool).system());
        command.addAll(List.of("--unshare-all", "true"));
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!process.waitFor(PROBE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return false;
            }
            return process.exitValue() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public ProgramWrapper programs(Path scratch) throws IOException {
        Path filter = Files.write(scratch.resolve("calls.bpf"), SystemCallFilter.bytes());
        return needed -> program(needed, filter);
    }

    private List<String> program(ProgramPaths needed, Path filter) {
        List<String> words = new ArrayList<>(List.of("sh", "-c"));
        words.add(ResourceLimits.PROGRAM.shell() + "exec \"$0\" --seccomp 9 \"$@\" 9<" + quoted(filter));
        words.add(tool.toString());
        words.addAll(system());
        words.addAll(isolation());
        readable(words, needed.libraries());
        readable(words, needed.program());
        writable(words, needed.folder());
        writable(words, needed.memory());
        words.addAll(List.of("--chdir", needed.folder().toString(), "--"));
        return words;
    }

    @Override
    public Optional<Path> compiler(Path compiler, Path folder) throws IOException {
        List<String> words = new ArrayList<>(List.of(tool.toString()));
        words.addAll(system());
        words.addAll(isolation());
        Path real = compiler.toRealPath();
        Path installed = real.getParent() == null ? real : real.getParent().getParent();
        if (installed != null && installed.getNameCount() > 0 && !installed.startsWith("/usr")) {
            readable(words, installed);
        }
        writable(words, folder);
        words.addAll(List.of("--", compiler.toAbsolutePath().toString()));
        StringBuilder script = new StringBuilder("#!/bin/sh\n" + ResourceLimits.COMPILER.shell() + "exec");
        words.forEach(each -> script.append(' ').append(quoted(each)));
        script.append(" \"$@\"\n");
        Path inside = Files.createDirectories(folder.resolve("bin")).resolve(compiler.getFileName());
        Files.writeString(inside, script);
        Files.setPosixFilePermissions(inside, PosixFilePermissions.fromString("rwx------"));
        return Optional.of(inside);
    }

    private List<String> system() {
        List<String> words = new ArrayList<>();
        for (String each : SYSTEM) {
            Path folder = Path.of(each);
            if (Files.isSymbolicLink(folder)) {
                try {
                    words.addAll(
                            List.of("--symlink", Files.readSymbolicLink(folder).toString(), each));
                } catch (IOException e) {
                    // The sandbox does not have this folder.
                }
            } else if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
                words.addAll(List.of("--ro-bind", each, each));
            }
        }
        for (String each : CONFIGURATION) {
            words.addAll(List.of("--ro-bind-try", each, each));
        }
        words.addAll(List.of("--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"));
        return words;
    }

    private static List<String> isolation() {
        return List.of("--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL");
    }

    private static void readable(List<String> words, Path file) {
        words.addAll(List.of("--ro-bind", file.toString(), file.toString()));
    }

    private static void writable(List<String> words, Path file) {
        words.addAll(List.of("--bind", file.toString(), file.toString()));
    }

    private static String quoted(Path file) {
        return quoted(file.toString());
    }

    private static String quoted(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }
}
