package io.cdpsim.experiments.validation.bench;

import io.cdpsim.workloads.RunResult;

/** A simulated program that gave a wrong result or got stuck, so that its time means nothing. The message says why. */
public final class FailedRunException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private FailedRunException(String message) {
        super(message);
    }

    /** The same result, if every check held. */
    static RunResult checked(RunResult result) {
        if (!result.correct()) {
            throw new FailedRunException(result.failure());
        }
        return result;
    }
}
