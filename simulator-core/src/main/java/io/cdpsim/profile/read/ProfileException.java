package io.cdpsim.profile.read;

/**
 * Signals an invalid profile. The message is one line: the file, the line, the field, the value found and the value expected.
 */
public final class ProfileException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes the exception.
     *
     * @param message one line that names the location and the fix
     */
    public ProfileException(String message) {
        super(message);
    }
}
