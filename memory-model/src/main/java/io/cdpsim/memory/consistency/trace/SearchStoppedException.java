package io.cdpsim.memory.consistency.trace;

/** Thrown to end a search before all executions are found: at the time limit, or once an execution decides the question. */
public final class SearchStoppedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** An exception without a stack trace. */
    public SearchStoppedException() {
        super("the search was stopped", null, false, false);
    }
}
