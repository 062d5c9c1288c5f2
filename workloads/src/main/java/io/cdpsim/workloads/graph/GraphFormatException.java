package io.cdpsim.workloads.graph;

/**
 * A graph that cannot be read or made. The message is one line, ready for the user: the file and line or the generator,
 * what was found, and what was expected.
 */
public final class GraphFormatException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** An error that the input itself shows. */
    public GraphFormatException(String message) {
        super(message);
    }

    /** An error that another one caused; the message must stand without it. */
    public GraphFormatException(String message, Throwable cause) {
        super(message, cause);
    }
}
