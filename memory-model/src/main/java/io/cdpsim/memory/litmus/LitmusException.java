package io.cdpsim.memory.litmus;

/** A test that is malformed or uses what is not supported. The message reads {@code file:line: what}. */
public final class LitmusException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Says what is wrong and where.
     *
     * @param file the test's file
     * @param line the line, from 1; 0 for the file as a whole
     * @param what what is wrong and how to mend it
     */
    public LitmusException(String file, int line, String what) {
        super(file + (line > 0 ? ":" + line : "") + ": " + what);
    }
}
