package io.cdpsim.workloads.check.run;

/** How a trial ended. */
public enum RunEnding {
    /** The program came to its end, whatever its result. */
    ENDED,
    /** All that was left waits for what can never come. */
    STUCK,
    /** It launched more than can ever run. */
    BOMB,
    /** It took longer than it may and was stopped. */
    STOPPED,
    /** The device cannot run the code. */
    NOT_LOADED
}
