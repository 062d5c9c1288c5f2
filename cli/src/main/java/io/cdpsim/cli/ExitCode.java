package io.cdpsim.cli;

/** How a command ended. Documented in docs/cli.md. */
final class ExitCode {
    /** Wrong use: an option, a value, a file or what it holds. */
    static final int WRONG_USE = 2;

    /** Could not finish: out of memory, output not writable, or a fault of the program. */
    static final int UNFINISHED = 3;

    private ExitCode() {}
}
