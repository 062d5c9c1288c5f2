package io.cdpsim.programs.exec.fatbinary;

/** A file that cannot run here, or is truncated or damaged. The message is one line for the user. */
public final class FatBinaryException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message names the file, the place and the fix
     */
    public FatBinaryException(String message) {
        super(message);
    }
}
