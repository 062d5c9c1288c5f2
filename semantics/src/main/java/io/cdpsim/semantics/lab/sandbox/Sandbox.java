package io.cdpsim.semantics.lab.sandbox;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** An isolated environment for a compiler that reads untrusted sources. What it writes is device code, which the simulator runs. */
public interface Sandbox {
    /**
     * The environment variable that states, with the value {@code container}, that this process runs in a container for submissions. The image of
     * the labs sets it.
     */
    String VARIABLE = "CDPSIM_SANDBOX";

    /** What a user can do if {@link #find} finds no sandbox. */
    String MISSING = "a submission is untrusted, and is compiled in a sandbox only: install bubblewrap (Debian, Ubuntu:"
            + " apt install bubblewrap; Fedora: dnf install bubblewrap), use the container image of the labs"
            + " as its superuser, grade its PTX with --ptx, which needs no compiler, or use --trust if you"
            + " know that it is harmless";

    /** Folders of the system. On most systems, those outside /usr are links into it. */
    List<String> SYSTEM = List.of("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32");

    /** Its name for users. */
    String name();

    /**
     * A script that runs a compiler in the sandbox; empty if the compiler may run without one. Its file has the name of the compiler, which
     * identifies it.
     *
     * @param compiler the file of the compiler
     * @param scratch a folder for the script, which the compiler cannot write
     * @param work the folder of the sources, the only one that the compiler can write
     * @throws IOException if a folder cannot be written
     */
    Optional<Path> compiler(Path compiler, Path scratch, Path work) throws IOException;

    /**
     * A file that a submission may not include: one of another student, or of the key.
     *
     * @param read the files that the compiler read
     * @param work the folder of the sources
     * @return the first that belongs neither to the sources nor to the compiler or the system
     */
    default Optional<Path> foreign(Set<Path> read, Path compiler, Path work) throws IOException {
        Path installed = installation(compiler);
        for (Path each : read.stream().sorted().toList()) {
            Path real = each.toRealPath();
            if (!real.startsWith(work.toRealPath())
                    && !real.startsWith(installed)
                    && SYSTEM.stream().noneMatch(real::startsWith)) {
                return Optional.of(each);
            }
        }
        return Optional.empty();
    }

    /** The folder that a compiler is installed in. */
    static Path installation(Path compiler) throws IOException {
        Path folder = compiler.toRealPath().resolve("../..").normalize();
        return folder.getNameCount() == 0 ? compiler.toRealPath() : folder;
    }

    /** Writes a script that runs a command with the limits of a compiler. */
    static Path script(Path compiler, Path scratch, String before, List<String> words) throws IOException {
        StringBuilder script = new StringBuilder("#!/bin/sh\n" + ResourceLimits.COMPILER.shell() + before + "exec");
        words.forEach(each -> script.append(' ').append(quoted(each)));
        script.append(" \"$@\"\n");
        Path inside = Files.createDirectories(scratch.resolve("bin")).resolve(compiler.getFileName());
        Files.writeString(inside, script);
        Files.setPosixFilePermissions(inside, PosixFilePermissions.fromString("rwx------"));
        return inside;
    }

    /** A word for a shell. */
    static String quoted(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }

    /** Limits only: the user trusts the sources. */
    static Sandbox trusting() {
        return new Trusting();
    }

    /**
     * The sandbox of this computer.
     *
     * @param environment the environment variables of this process
     * @return empty if there is none
     */
    static Optional<Sandbox> find(Map<String, String> environment) {
        String path = Objects.requireNonNullElse(environment.get("PATH"), "");
        Optional<Path> bubblewrap = tool("bwrap", path);
        if (bubblewrap.isPresent() && Bubblewrap.works(bubblewrap.get())) {
            return Optional.of(new Bubblewrap(bubblewrap.get()));
        }
        // A container often forbids bubblewrap's namespaces.
        return "container".equals(environment.get(VARIABLE))
                ? tool("setpriv", path).filter(SeparateUser::works).map(SeparateUser::new)
                : Optional.empty();
    }

    private static Optional<Path> tool(String name, String path) {
        for (String folder : path.split(File.pathSeparator, -1)) {
            try {
                Path tool = Path.of(folder).resolve(name);
                if (!folder.isEmpty() && Files.isExecutable(tool)) {
                    return Optional.of(tool);
                }
            } catch (InvalidPathException e) {
                // A shell ignores such an entry, too.
            }
        }
        return Optional.empty();
    }

    /** No isolation: the user trusts the sources. */
    record Trusting() implements Sandbox {
        @Override
        public String name() {
            return "trusted";
        }

        @Override
        public Optional<Path> compiler(Path compiler, Path scratch, Path work) {
            return Optional.empty();
        }

        @Override
        public Optional<Path> foreign(Set<Path> read, Path compiler, Path work) {
            return Optional.empty();
        }
    }
}
