package io.cdpsim.experiments.validation.bench;

import io.cdpsim.workloads.RunResult;

/** A simulated program with a wrong result or without progress, so that its time is invalid. The message contains the reason. */
public final class FailedRunException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private FailedRunException(String message) {
        super(message);
    }

    /** The result itself, if every check passed. */
    static RunResult checked(RunResult result) {
        if (!result.correct()) {
            throw new FailedRunException(result.failure());
        }
        return result;
    }
}
