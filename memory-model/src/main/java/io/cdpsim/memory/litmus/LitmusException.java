package io.cdpsim.memory.litmus;

/** A test that is malformed or uses what is not supported. The message reads {@code file:line:column: what}, as far as the place is known. */
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

    /**
     * Says what is wrong and where.
     *
     * @param file the test's file
     * @param line the line, from 1
     * @param column the character of the line, from 1
     * @param what what is wrong and how to mend it
     */
    public LitmusException(String file, int line, int column, String what) {
        super(file + ":" + line + ":" + column + ": " + what);
    }
}
