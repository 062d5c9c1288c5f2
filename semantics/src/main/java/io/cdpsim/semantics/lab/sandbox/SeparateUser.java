package io.cdpsim.semantics.lab.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Another user of a container: the compiler runs as nobody, without privileges, and reads what everybody may read. The superuser grades, whose
 * files and processes nobody cannot reach. The container isolates both from the computer.
 *
 * @param tool the executable {@code setpriv} of util-linux
 */
record SeparateUser(Path tool) implements Sandbox {
    /** The user and group id of nobody on Linux. */
    private static final String NOBODY = "65534";

    private static final List<String> OPTIONS = List.of(
            "--reuid",
            NOBODY,
            "--regid",
            NOBODY,
            "--clear-groups",
            "--no-new-privs",
            "--inh-caps=-all",
            "--bounding-set=-all");

    @Override
    public String name() {
        return "container";
    }

    /** Whether it can become another user, as the superuser can. */
    static boolean works(Path tool) {
        return SandboxProbe.succeeds(words(tool, Path.of("true")));
    }

    @Override
    public Optional<Path> compiler(Path compiler, Path scratch, Path work) throws IOException {
        // The folder of scripts stays the superuser's; nobody only passes through.
        Files.setPosixFilePermissions(scratch, PosixFilePermissions.fromString("rwx--x--x"));
        String before = "chown -R " + NOBODY + ":" + NOBODY + " " + Sandbox.quoted(work.toString()) + " && ";
        return Optional.of(Sandbox.script(compiler, scratch, before, words(tool, compiler.toAbsolutePath())));
    }

    private static List<String> words(Path tool, Path program) {
        List<String> words = new ArrayList<>(List.of(tool.toString()));
        words.addAll(OPTIONS);
        words.add(program.toString());
        return words;
    }
}
