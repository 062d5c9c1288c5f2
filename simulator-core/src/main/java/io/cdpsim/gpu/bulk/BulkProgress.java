package io.cdpsim.gpu.bulk;

import io.cdpsim.kernel.execution.LaneState;

/** A warp as {@link BulkExecution} sees it: what its lanes hold, and how far it is with a bulk instruction. */
public final class BulkProgress {
    private final LaneState state;
    private int warpsPerBlock;
    private double left = -1;

    /** @param state what the registers of its lanes hold */
    public BulkProgress(LaneState state) {
        this.state = state;
    }

    /**
     * It runs other threads from now on, and is in no bulk instruction.
     *
     * @param newWarpsPerBlock warps of the block that it belongs to
     */
    public void start(int newWarpsPerBlock) {
        warpsPerBlock = newWarpsPerBlock;
        left = -1;
    }

    /** Whether it is through with the bulk instruction that it was in last. */
    public boolean isDone() {
        return left < 0;
    }

    LaneState state() {
        return state;
    }

    int warpsPerBlock() {
        return warpsPerBlock;
    }

    /** It comes to a bulk instruction of so many iterations, or goes on with the one that it is in. @return the iterations left */
    double beginOrGoOn(double iterations) {
        if (left < 0) {
            left = iterations;
        }
        return left;
    }

    /** Some iterations are done. */
    void done(double iterations) {
        left -= iterations;
        if (left <= 0) {
            left = -1;
        }
    }
}
