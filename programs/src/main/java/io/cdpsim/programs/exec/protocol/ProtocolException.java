package io.cdpsim.programs.exec.protocol;

/** A request that the simulator's library would not send: another process writes to the socket, or the versions of library and simulator differ. */
public final class ProtocolException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ProtocolException(String message) {
        super(message);
    }
}
