package io.cdpsim.ptx.read;

/** A text that is not PTX. The message is one line: {@code file:line:column: what was found and what was expected}. */
public final class PtxSyntaxException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Reports the fault and its place.
     *
     * @param place file, line and column
     * @param what what was found and what was expected
     */
    public PtxSyntaxException(String place, String what) {
        super(place + ": " + what);
    }
}
