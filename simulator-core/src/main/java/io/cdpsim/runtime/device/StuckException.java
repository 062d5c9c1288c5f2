package io.cdpsim.runtime.device;

/** Nothing can make progress any more. The message explains who waits for what, one step a line. */
public final class StuckException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public StuckException(String explanation) {
        super(explanation);
    }
}
