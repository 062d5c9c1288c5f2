package io.cdpsim.cli.serve;

/** What was asked for is not run; the message says why, for people. */
final class RefusedRun extends RuntimeException {
    private static final long serialVersionUID = 1;

    RefusedRun(String message) {
        super(message);
    }
}
