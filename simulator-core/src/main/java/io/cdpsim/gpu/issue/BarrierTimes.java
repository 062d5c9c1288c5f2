package io.cdpsim.gpu.issue;

import io.cdpsim.profile.GpuProfile.SynchronizationSpec;
import java.util.Arrays;

/**
 * When the barriers of a block open. A barrier takes the arrivals of warps one after the other. Source:
 * {@code measurements/programs/steps.cu} on an H100.
 */
public final class BarrierTimes {
    /** The cycle by which each barrier has taken the arrivals so far. */
    private final long[] taken;

    /** The cycle at which each warp has gone on behind its last barrier. */
    private final long[] passed = new long[Long.SIZE];

    /** @param barriers number of barriers */
    public BarrierTimes(int barriers) {
        taken = new long[barriers];
    }

    /**
     * A warp arrives.
     *
     * @param warp its number in the block
     * @return the cycle at which the barrier takes notice of it, which is not too soon behind the warp's last barrier
     */
    public long arrive(int barrier, int warp, SynchronizationSpec spec, long cycle) {
        long there = Math.max(cycle, passed[warp] + spec.barrierRepeatCycles());
        taken[barrier] = Math.max(taken[barrier], there) + spec.barrierArrivalCycles();
        return there;
    }

    /** A warp goes on behind a barrier at a cycle. */
    public void passes(int warp, long cycle) {
        passed[warp] = cycle;
    }

    /** The cycle at which the warps go on, if a barrier opens whose last warp has arrived at a cycle. */
    public long opensAt(int barrier, SynchronizationSpec spec, long lastArrival) {
        return Math.max(lastArrival + spec.barrierLatencyCycles(), taken[barrier] + spec.barrierArrivalCycles());
    }

    /** Forgets all arrivals. */
    public void clear() {
        Arrays.fill(taken, 0);
        Arrays.fill(passed, 0);
    }
}
