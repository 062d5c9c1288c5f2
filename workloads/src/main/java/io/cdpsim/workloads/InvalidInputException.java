package io.cdpsim.workloads;

/**
 * A run that is impossible with its input: a setting out of range, a profile without a feature that the workload needs, more memory than the GPU has.
 * The message is one line for the user: what is wrong and how to fix it.
 */
public final class InvalidInputException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message one line that names the setting and the fix
     */
    public InvalidInputException(String message) {
        super(message);
    }
}
