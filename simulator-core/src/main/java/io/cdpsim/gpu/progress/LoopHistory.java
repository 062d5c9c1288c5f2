package io.cdpsim.gpu.progress;

import io.cdpsim.kernel.execution.LaneState;

/** What {@link ProgressMonitor} remembers of a warp: a state that it was in, to compare with those it comes to. */
public final class LoopHistory {
    /** The window in which the warp was last looked at, by its number. */
    long window;

    /** How often it has jumped back in that window. */
    int loops;

    /** Whether it came back to the state remembered. */
    boolean seenAgain;

    private long fingerprint;
    private boolean readClock;

    /** Another warp has it from now on. */
    public void clear() {
        window = 0;
        seenAgain = false;
    }

    /** The warp reads a clock: what it does next may depend on that, whatever state it comes back to. */
    public void readsClock() {
        readClock = true;
    }

    void remember(LaneState state) {
        fingerprint = state.fingerprint();
        readClock = false;
    }

    boolean isRepeatedBy(LaneState state) {
        return !readClock && fingerprint == state.fingerprint();
    }
}
