package io.cdpsim.memory.litmus;

/** Thrown for a test that is malformed or unsupported. The message reads {@code file:line:column: what}, as far as the place is known. */
public final class LitmusException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * An error at a place of a file.
     *
     * @param file the test's file
     * @param line the line, from 1; 0 for the file as a whole
     * @param what the error and its fix
     */
    public LitmusException(String file, int line, String what) {
        super(file + (line > 0 ? ":" + line : "") + ": " + what);
    }

    /**
     * An error at a place of a file.
     *
     * @param file the test's file
     * @param line the line, from 1
     * @param column the character of the line, from 1
     * @param what the error and its fix
     */
    public LitmusException(String file, int line, int column, String what) {
        super(file + ":" + line + ":" + column + ": " + what);
    }
}
