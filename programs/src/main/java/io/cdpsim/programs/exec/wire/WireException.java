package io.cdpsim.programs.exec.wire;

/** A request that the library of the simulator would not make: somebody else writes to the socket, or library and simulator differ. */
public final class WireException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    WireException(String message) {
        super(message);
    }
}
