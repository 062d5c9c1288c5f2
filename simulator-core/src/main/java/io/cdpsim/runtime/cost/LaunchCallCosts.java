package io.cdpsim.runtime.cost;

import io.cdpsim.profile.ContendedCallSpec;
import io.cdpsim.profile.DeviceLaunchSpec;
import io.cdpsim.runtime.launch.StreamKind;

/** How long a warp is inside a launch. All warps of the device pass through one place of it, one at a time (M-3). */
public final class LaunchCallCosts {
    private final DeviceLaunchSpec costs;
    private final CallLock lock = new CallLock();

    public LaunchCallCosts(DeviceLaunchSpec costs) {
        this.costs = costs;
    }

    /**
     * A warp begins to launch.
     *
     * @param lanes how many of its lanes launch, 1 to 32
     * @return the cycle from which its own work counts
     */
    public long begin(StreamKind stream, long now, int lanes) {
        return lock.begin(spec(stream), now, lanes);
    }

    /** Cycles of the work of a launch by a number of lanes (rule CONC-5). */
    public long cycles(StreamKind stream, int lanes) {
        return spec(stream).callCycles(lanes);
    }

    /** Cycles that a launch takes longer that goes to the virtualised pool (rule POOL-9). */
    public int virtualizedCycles() {
        return costs.virtualizedLaunchCycles();
    }

    private ContendedCallSpec spec(StreamKind stream) {
        return switch (stream) {
            case NULL -> costs.nullStream();
            case NAMED -> costs.namedStream();
            // Rule FAF-5.
            case FIRE_AND_FORGET -> costs.fireAndForget();
            case TAIL -> costs.tail();
        };
    }
}
