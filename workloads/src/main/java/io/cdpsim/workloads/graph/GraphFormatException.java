package io.cdpsim.workloads.graph;

/**
 * A graph that cannot be read or generated. The message is one line for the user: the file and line or the generator, what was found, and what was
 * expected.
 */
public final class GraphFormatException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** An error in the input itself. */
    public GraphFormatException(String message) {
        super(message);
    }

    /** An error with a cause; the message is complete without it. */
    public GraphFormatException(String message, Throwable cause) {
        super(message, cause);
    }
}
