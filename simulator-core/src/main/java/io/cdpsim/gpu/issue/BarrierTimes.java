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

    /** @param barriers number of barriers */
    public BarrierTimes(int barriers) {
        taken = new long[barriers];
    }

    /** A warp arrives. */
    public void arrive(int barrier, SynchronizationSpec spec, long cycle) {
        taken[barrier] = Math.max(taken[barrier], cycle) + spec.barrierArrivalCycles();
    }

    /** The cycle at which the warps go on, if a barrier opens whose last warp has arrived at a cycle. */
    public long opensAt(int barrier, SynchronizationSpec spec, long lastArrival) {
        return Math.max(lastArrival + spec.barrierLatencyCycles(), taken[barrier] + spec.barrierArrivalCycles());
    }

    /** Forgets all arrivals. */
    public void clear() {
        Arrays.fill(taken, 0);
    }
}
