package io.cdpsim.semantics.lab.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Bubblewrap: a compiler can read the system's libraries and write its own folder. It has no network and no other process, and its processes end
 * with it.
 *
 * @param tool the executable
 */
record Bubblewrap(Path tool) implements Sandbox {
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
        command.addAll(system());
        command.addAll(List.of("--unshare-all", "true"));
        return SandboxProbe.succeeds(command);
    }

    @Override
    public Optional<Path> compiler(Path compiler, Path scratch, Path work) throws IOException {
        List<String> words = new ArrayList<>(List.of(tool.toString()));
        words.addAll(system());
        words.addAll(List.of("--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL"));
        Path installed = Sandbox.installation(compiler);
        if (!installed.startsWith("/usr")) {
            words.addAll(List.of("--ro-bind", installed.toString(), installed.toString()));
        }
        words.addAll(List.of("--bind", work.toString(), work.toString()));
        words.addAll(List.of("--", compiler.toAbsolutePath().toString()));
        return Optional.of(Sandbox.script(compiler, scratch, "", words));
    }

    private static List<String> system() {
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
}
