package io.cdpsim.cli.serve;

/** What was asked for is not run; the message says why, for people. */
final class InvalidSubmissionException extends RuntimeException {
    private static final long serialVersionUID = 1;

    InvalidSubmissionException(String message) {
        super(message);
    }
}
