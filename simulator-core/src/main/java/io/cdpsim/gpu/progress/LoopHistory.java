package io.cdpsim.gpu.progress;

import io.cdpsim.kernel.execution.LaneState;

/** A recorded state of a warp, which {@link ProgressMonitor} compares with later states. */
public final class LoopHistory {
    /** Number of the window in which the warp was last compared. */
    long window;

    /** Backward jumps of the warp in that window. */
    int loops;

    /** Whether the warp returned to the recorded state. */
    boolean repeats;

    private long fingerprint;
    private boolean readClock;

    /** The warp reads a clock, so its next steps may differ although its state repeats. */
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
