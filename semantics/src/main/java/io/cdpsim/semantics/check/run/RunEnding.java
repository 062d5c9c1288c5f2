package io.cdpsim.semantics.check.run;

/** How a run ended. */
public enum RunEnding {
    /** The program completed, whatever its result. */
    COMPLETED,
    /** Everything outstanding waits for something that can never happen. */
    STUCK,
    /** The program launched more grids than the memory budget holds, or a chain of them without end. */
    LAUNCH_BOMB,
    /** The program exceeded its limit of simulated events, as it would on every computer. */
    TOO_MANY_EVENTS,
    /** The program exceeded its limit of real time and was stopped; a faster computer might have completed it. */
    TIMED_OUT,
    /** The device cannot load the code. */
    NOT_LOADED;

    /** Whether the program does not end on any computer. */
    public boolean isEndless() {
        return this == LAUNCH_BOMB || this == TOO_MANY_EVENTS;
    }
}
