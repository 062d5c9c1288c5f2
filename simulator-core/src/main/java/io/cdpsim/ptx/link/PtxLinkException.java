package io.cdpsim.ptx.link;

/** Modules that do not make a program. The message is one line that starts with file, line and column. */
public final class PtxLinkException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    PtxLinkException(String place, String what) {
        super(place + ": " + what);
    }
}
