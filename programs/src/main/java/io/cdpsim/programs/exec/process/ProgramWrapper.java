package io.cdpsim.programs.exec.process;

import java.util.List;

/**
 * A command that runs a program, such as a sandbox: the words before the program on the command line. It must run the words behind it, pass on the
 * environment, and end when the program ends, with its exit code.
 */
@FunctionalInterface
public interface ProgramWrapper {
    /** Runs the program itself. */
    ProgramWrapper NONE = needed -> List.of();

    /** The words before the program's; the first is a file, or a name on the path. Empty for the program itself. */
    List<String> before(ProgramPaths needed);
}
