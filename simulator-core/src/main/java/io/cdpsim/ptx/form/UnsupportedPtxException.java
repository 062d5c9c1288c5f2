package io.cdpsim.ptx.form;

/** PTX that is well written but cannot be run here, or makes no sense. The message is one line that starts with file, line and column. */
public final class UnsupportedPtxException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Reports the construct and its place.
     *
     * @param place file, line and column
     * @param what the opcode or name, and why it is unsupported
     */
    public UnsupportedPtxException(String place, String what) {
        super(place + ": " + what);
    }
}
