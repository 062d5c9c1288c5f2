package io.cdpsim.gpu.bulk;

import io.cdpsim.kernel.execution.LaneState;

/** A warp as {@link BulkExecution} sees it: the lanes' state, and the progress of a bulk instruction. */
public final class BulkProgress {
    private final LaneState state;
    private final int warpsPerBlock;
    private double left = -1;

    /**
     * A warp in no bulk instruction.
     *
     * @param state what the registers of its lanes hold
     * @param warpsPerBlock warps of its block
     */
    public BulkProgress(LaneState state, int warpsPerBlock) {
        this.state = state;
        this.warpsPerBlock = warpsPerBlock;
    }

    /** Whether the warp has completed its last bulk instruction. */
    public boolean isDone() {
        return left < 0;
    }

    LaneState state() {
        return state;
    }

    int warpsPerBlock() {
        return warpsPerBlock;
    }

    /** Starts a bulk instruction of so many iterations, or continues the one in progress. @return the iterations left */
    double remainingIterations(double iterations) {
        if (left < 0) {
            left = iterations;
        }
        return left;
    }

    /** Counts completed iterations. */
    void done(double iterations) {
        left -= iterations;
        if (left <= 0) {
            left = -1;
        }
    }
}
