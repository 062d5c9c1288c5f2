package io.cdpsim.semantics.lab.sandbox;

import io.cdpsim.programs.exec.process.ProgramWrapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** What keeps a program of others to its own. */
public interface Sandbox {
    /** What it is, for people. */
    String name();

    /**
     * What runs executables.
     *
     * @param scratch a folder of the caller's, for what the sandbox itself needs
     * @throws IOException if that cannot be written
     */
    ProgramWrapper programs(Path scratch) throws IOException;

    /**
     * A compiler that is kept to a folder, under the same name; empty if the compiler may be run as it is.
     *
     * @param compiler its file
     * @param folder with the sources, where it may write
     * @throws IOException if the folder cannot be written
     */
    Optional<Path> compiler(Path compiler, Path folder) throws IOException;
}
