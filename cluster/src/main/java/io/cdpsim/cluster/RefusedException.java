package io.cdpsim.cluster;

/** Thrown where a worker does not run points of a sweep, whoever asks how often: it has another version of the program or other inputs, or no key. */
final class RefusedException extends Exception {
    private static final long serialVersionUID = 1;

    RefusedException(String reason) {
        super(reason);
    }

    /** Why, in words that follow the name of the worker. */
    String reason() {
        return String.valueOf(getMessage());
    }
}
