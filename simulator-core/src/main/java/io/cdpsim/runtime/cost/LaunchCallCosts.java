package io.cdpsim.runtime.cost;

import io.cdpsim.profile.DeviceLaunchSpec;
import io.cdpsim.profile.DeviceLaunchSpec.ContendedCallSpec;
import io.cdpsim.runtime.cost.CallCosts.CallLock;
import io.cdpsim.runtime.launch.StreamTable.StreamKind;
import java.util.ArrayList;
import java.util.List;

/**
 * How long a warp is inside a launch. All warps of the device pass through one place of it, one at a time (M-3); beyond it
 * many lanes of one SM stand in each other's way ({@link SmLaunchContention}).
 */
public final class LaunchCallCosts {
    private final DeviceLaunchSpec costs;
    private final CallLock lock = new CallLock();
    private final List<SmLaunchContention> crowds = new ArrayList<>();
    private long placesTakenUntil;

    public LaunchCallCosts(DeviceLaunchSpec costs) {
        this.costs = costs;
    }

    /**
     * When a warp knows whether it gets places in a full pool: it has let those before it take theirs, and has looked through all the slots.
     *
     * @param slots size of the pool
     */
    public long searched(long now, long slots) {
        return turn(now) + costs.pool().searchCycles(slots);
    }

    /** The earliest cycle from now on at which no warp takes places in the pool before one that comes now. */
    private long turn(long now) {
        return Math.max(now, placesTakenUntil);
    }

    /**
     * A warp starts to launch.
     *
     * @param sm where it runs
     * @param lanes how many of its lanes launch and get a place in the pool, 0 to 32; the others are in nobody's way
     * @return the cycle from which its own work counts
     */
    public long begin(StreamKind stream, int sm, long now, int lanes) {
        if (lanes == 0) {
            return now;
        }
        placesTakenUntil = turn(now) + costs.pool().takeCycles(lanes);
        long passed = lock.begin(spec(stream), now, lanes);
        return costs.crowdedLaneCycles() == 0 ? passed : crowd(sm).begin(passed, lanes, cycles(stream, lanes));
    }

    private SmLaunchContention crowd(int sm) {
        while (crowds.size() <= sm) {
            crowds.add(new SmLaunchContention(costs.uncrowdedLanes(), costs.crowdedLaneCycles()));
        }
        return crowds.get(sm);
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
