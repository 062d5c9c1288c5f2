package io.cdpsim.ptx.form;

/** PTX that is well written but cannot be run here, or makes no sense. The message is one line that starts with file, line and column. */
public final class UnsupportedPtxException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Says what and where.
     *
     * @param place file, line and column
     * @param what the opcode or name, and what is the matter with it
     */
    public UnsupportedPtxException(String place, String what) {
        super(place + ": " + what);
    }
}
