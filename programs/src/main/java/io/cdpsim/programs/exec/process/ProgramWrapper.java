package io.cdpsim.programs.exec.process;

import java.util.List;

/**
 * What a program is run by, such as a sandbox or a program that sets limits: the words that stand before the program on the command line. It must
 * run the words behind them, hand on the environment, and end when the program ends, with its exit code.
 */
@FunctionalInterface
public interface ProgramWrapper {
    /** Runs the program itself. */
    ProgramWrapper NONE = needed -> List.of();

    /** The words before the program's; the first is a file, or a name on the path. None for the program itself. */
    List<String> before(ProgramPaths needed);
}
