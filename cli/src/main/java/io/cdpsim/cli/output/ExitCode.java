package io.cdpsim.cli.output;

/** How a command ended. Documented in docs/reference/cli.md. */
public final class ExitCode {
    /** Done, and every check held. */
    public static final int DONE = 0;

    /** The simulated program gave a wrong result, failed or got stuck. */
    public static final int FAILED_CHECK = 1;

    /** Wrong use: an option, a value, a file or what it holds. */
    public static final int WRONG_USE = 2;

    /** Could not finish: out of memory, output not writable, or a fault of the program. */
    public static final int UNFINISHED = 3;

    /** A check is undecided: no counterexample was found, and the search left executions out. */
    public static final int UNDECIDED = 4;

    private ExitCode() {}
}
