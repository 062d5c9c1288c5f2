package io.cdpsim.semantics.check.run;

/** How a run ended. */
public enum RunEnding {
    /** The program completed, whatever its result. */
    COMPLETED,
    /** Everything outstanding waits for something that can never happen. */
    STUCK,
    /** The program launched more grids than the memory budget holds. */
    LAUNCH_BOMB,
    /** The program exceeded its time limit and was stopped. */
    TIMED_OUT,
    /** The device cannot load the code. */
    NOT_LOADED
}
