package io.cdpsim.semantics.lab.sandbox;

import io.cdpsim.programs.exec.process.ProgramSettings.ProgramWrapper;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** An isolated environment for untrusted programs. */
public interface Sandbox {
    /**
     * The environment variable that states, with the value {@code container}, that this process runs in a container for untrusted programs. The
     * image of the labs sets it.
     */
    String VARIABLE = "CDPSIM_SANDBOX";

    /** What a user can do if {@link #find} finds no sandbox. */
    String MISSING =
            "a submission is an untrusted program and runs in a sandbox only: install bubblewrap (Debian, Ubuntu: apt"
                    + " install bubblewrap; Fedora: dnf install bubblewrap), use the container image of the labs, grade"
                    + " its PTX with --ptx, which runs no native code, or use --trust if you know that it is harmless";

    /** Its name for users. */
    String name();

    /**
     * The wrapper that runs executables.
     *
     * @param scratch a folder for the files of the sandbox
     * @throws IOException if the folder cannot be written
     */
    ProgramWrapper programs(Path scratch) throws IOException;

    /**
     * A script that runs a compiler in the sandbox; empty if the compiler may run without one. Its file has the name of the compiler, which
     * identifies it.
     *
     * @param compiler the file of the compiler
     * @param folder the folder of the sources, the only one that the compiler may write
     * @throws IOException if the folder cannot be written
     */
    Optional<Path> compiler(Path compiler, Path folder) throws IOException;

    /** Limits on time, memory and output only: the user trusts the programs. */
    static Sandbox trusting() {
        return new ResourceLimitsOnly("trusted");
    }

    /**
     * The sandbox of this computer.
     *
     * @param environment the environment variables of this process
     * @return empty if there is none
     */
    static Optional<Sandbox> find(Map<String, String> environment) {
        String container = "container";
        if (container.equals(environment.get(VARIABLE))) {
            return Optional.of(new ResourceLimitsOnly(container));
        }
        for (String folder :
                Objects.requireNonNullElse(environment.get("PATH"), "").split(File.pathSeparator, -1)) {
            try {
                Path tool = Path.of(folder).resolve("bwrap");
                if (!folder.isEmpty() && Files.isExecutable(tool)) {
                    return Bubblewrap.works(tool) ? Optional.of(new Bubblewrap(tool)) : Optional.empty();
                }
            } catch (InvalidPathException e) {
                // A shell ignores such an entry, too.
            }
        }
        return Optional.empty();
    }

    /**
     * No isolation: a container isolates this whole process, or the user trusts the programs.
     *
     * @param name the reason
     */
    record ResourceLimitsOnly(String name) implements Sandbox {
        @Override
        public ProgramWrapper programs(Path scratch) {
            return needed -> List.of("sh", "-c", ResourceLimits.PROGRAM.shell() + "exec \"$@\"", "sh");
        }

        @Override
        public Optional<Path> compiler(Path compiler, Path folder) {
            return Optional.empty();
        }
    }
}
