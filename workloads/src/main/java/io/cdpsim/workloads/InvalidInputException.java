package io.cdpsim.workloads;

/**
 * A workload that cannot run as asked: a setting out of range, a profile that lacks what the workload needs, more memory than
 * the GPU has. The message is one line, ready for the user: what is wrong and how to fix it.
 */
public final class InvalidInputException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes the exception.
     *
     * @param message one line that names the setting and the fix
     */
    public InvalidInputException(String message) {
        super(message);
    }
}
