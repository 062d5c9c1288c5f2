package io.cdpsim.runtime.cost;

import io.cdpsim.engine.Engine;
import io.cdpsim.profile.DeviceLaunchSpec;
import io.cdpsim.profile.DeviceLaunchSpec.LaunchCallSpec;
import io.cdpsim.runtime.cost.CallCosts.CallLock;
import io.cdpsim.runtime.launch.StreamTable.StreamKind;
import java.util.function.LongConsumer;

/**
 * The time that a warp spends in launch calls. The launch calls of all warps of the device share one lock (M-3), which they have one after the
 * other or lane by lane ({@link LaunchCallContention}).
 */
public final class LaunchCallCosts {
    private final DeviceLaunchSpec costs;
    private final CallLock lock = new CallLock();
    private final LaunchCallContention contention;
    private long allocationsEnd;

    public LaunchCallCosts(Engine engine, DeviceLaunchSpec costs) {
        this.costs = costs;
        contention = new LaunchCallContention(engine, costs);
    }

    /**
     * Makes the lanes of a warp, which have slots of the pool, take turns with those of other warps, if they contend.
     *
     * @param warp number of the warp on the device
     * @param lanes lanes that launch, 1 to 32
     * @param served receives the cycle at which they have taken their turns
     * @return whether the call can run now; otherwise once {@code served} is called
     */
    public boolean takeTurns(StreamKind stream, int warp, int sm, long now, int lanes, LongConsumer served) {
        LaunchCallSpec spec = spec(stream);
        if (!spec.lanesContend()) {
            return true;
        }
        allocate(now, lanes);
        contention.start(spec, warp, sm, now, lanes, served);
        return false;
    }

    /** Whether the lanes of a warp have had their turns, and its call has not run yet. */
    public boolean hadTurns(int warp) {
        return contention.isServed(warp);
    }

    /** Ends the turns of a warp, whose call runs. @return whether its lanes had turns */
    public boolean endTurns(int warp) {
        return contention.end(warp);
    }

    /**
     * The cycle at which a warp knows whether a full pool has a free slot: after the allocations of earlier warps and a search of all slots.
     *
     * @param slots size of the pool
     */
    public long searchEnd(long now, long slots) {
        return allocationStart(now) + costs.pool().search().cycles(slots);
    }

    private void allocate(long now, int lanes) {
        allocationsEnd = allocationStart(now) + costs.pool().allocation().cycles(lanes);
    }

    private long allocationStart(long now) {
        return Math.max(now, allocationsEnd);
    }

    /**
     * Starts a launch of a warp.
     *
     * @param hadTurns whether its lanes have taken their turns, so that only the rest of the call is left
     * @param lanes lanes that launch and get a slot of the pool, 0 to 32; refused lanes delay nobody
     * @return the cycle at which the launch call itself starts, or would have started without contention
     */
    public long start(StreamKind stream, boolean hadTurns, long now, int lanes) {
        if (lanes == 0) {
            return now;
        }
        LaunchCallSpec spec = spec(stream);
        if (hadTurns) {
            return now - (long) lanes * spec.call().perLaneCycles();
        }
        allocate(now, lanes);
        return spec.lanesContend() ? now : lock.acquire(spec.call(), now, lanes);
    }

    /**
     * Cycles of the launch call itself (rule CONC-5).
     *
     * @param lanes lanes that launch
     * @param used slots of the pool in use
     */
    public long cycles(StreamKind stream, int lanes, long used) {
        return spec(stream).call().callCycles(lanes) + costs.pool().callCycles(used);
    }

    /** Extra cycles of a launch into the virtualised pool (rule POOL-9). */
    public int virtualizedCycles() {
        return costs.virtualizedLaunchCycles();
    }

    private LaunchCallSpec spec(StreamKind stream) {
        return switch (stream) {
            case NULL -> costs.nullStream();
            case NAMED -> costs.namedStream();
            // Rule FAF-5.
            case FIRE_AND_FORGET -> costs.fireAndForget();
            case TAIL -> costs.tail();
        };
    }
}
