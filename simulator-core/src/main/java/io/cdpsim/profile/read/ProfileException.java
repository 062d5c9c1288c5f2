package io.cdpsim.profile.read;

/** A profile that cannot be used. The message is one line: the file, the line, the field, what was found and what was expected. */
public final class ProfileException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes the exception.
     *
     * @param message one line that names the place and the fix
     */
    public ProfileException(String message) {
        super(message);
    }
}
