package io.cdpsim.programs.exec.protocol;

/** A request that the library of the simulator would not make: somebody else writes to the socket, or library and simulator differ. */
public final class ProtocolException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ProtocolException(String message) {
        super(message);
    }
}
