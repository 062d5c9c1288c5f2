package io.cdpsim.programs.exec.fatbinary;

/** A file that cannot be run here, or is cut off or damaged. The message is one line, ready for the user. */
public final class FatBinaryException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes it.
     *
     * @param message names the file, the place and the fix
     */
    public FatBinaryException(String message) {
        super(message);
    }
}
