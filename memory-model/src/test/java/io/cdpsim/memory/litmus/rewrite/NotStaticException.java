package io.cdpsim.memory.litmus.rewrite;

/** A test whose launches and completions are not the same in all executions. The message says why. */
final class NotStaticException extends Exception {
    private static final long serialVersionUID = 1L;

    NotStaticException(String why) {
        super(why);
    }
}
