package io.cdpsim.runtime.cost;

import io.cdpsim.profile.DeviceLaunchSpec;
import io.cdpsim.profile.DeviceLaunchSpec.ContendedCallSpec;
import io.cdpsim.runtime.cost.CallCosts.CallLock;
import io.cdpsim.runtime.launch.StreamTable.StreamKind;
import java.util.ArrayList;
import java.util.List;

/**
 * The time that a warp spends in launch calls. The launch calls of all warps of the device share one lock (M-3). Many launching lanes of one
 * SM also contend with each other ({@link SmLaunchContention}).
 */
public final class LaunchCallCosts {
    private final DeviceLaunchSpec costs;
    private final CallLock lock = new CallLock();
    private final List<SmLaunchContention> contentionBySm = new ArrayList<>();
    private long allocationsEnd;

    public LaunchCallCosts(DeviceLaunchSpec costs) {
        this.costs = costs;
    }

    /**
     * The cycle at which a warp knows whether a full pool has a free slot: after the allocations of earlier warps and a search of all slots.
     *
     * @param slots size of the pool
     */
    public long searchEnd(long now, long slots) {
        return allocationStart(now) + costs.pool().search().cycles(slots);
    }

    private long allocationStart(long now) {
        return Math.max(now, allocationsEnd);
    }

    /**
     * Starts a launch of a warp.
     *
     * @param sm the SM of the warp
     * @param lanes lanes that launch and get a slot of the pool, 0 to 32; refused lanes delay nobody
     * @return the cycle at which the launch call itself starts
     */
    public long start(StreamKind stream, int sm, long now, int lanes) {
        if (lanes == 0) {
            return now;
        }
        allocationsEnd = allocationStart(now) + costs.pool().allocation().cycles(lanes);
        long acquired = lock.acquire(spec(stream), now, lanes);
        return costs.contentionCyclesPerLane() == 0
                ? acquired
                : contention(sm).start(acquired, lanes, cycles(stream, lanes));
    }

    private SmLaunchContention contention(int sm) {
        while (contentionBySm.size() <= sm) {
            contentionBySm.add(new SmLaunchContention(costs.contentionFreeLanes(), costs.contentionCyclesPerLane()));
        }
        return contentionBySm.get(sm);
    }

    /** Cycles of the launch call itself for a number of lanes (rule CONC-5). */
    public long cycles(StreamKind stream, int lanes) {
        return spec(stream).callCycles(lanes);
    }

    /** Extra cycles of a launch into the virtualised pool (rule POOL-9). */
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
