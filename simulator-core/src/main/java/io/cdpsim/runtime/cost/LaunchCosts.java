package io.cdpsim.runtime.cost;

import io.cdpsim.engine.Engine;
import io.cdpsim.observe.DeviceEvents;
import io.cdpsim.profile.DeviceLaunchSpec;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.runtime.launch.GridTable;
import io.cdpsim.runtime.launch.LaunchTiming;
import io.cdpsim.runtime.launch.LaunchTiming.LaunchSteps;
import io.cdpsim.runtime.launch.LaunchTree;
import io.cdpsim.runtime.launch.PendingLaunchPool;
import io.cdpsim.runtime.launch.StreamTable;
import io.cdpsim.runtime.settings.NondeterministicChoices;

/**
 * The launch costs of one generation of hardware: the cycles from when a grid can start, complete or retire until it does. All times are cycles
 * of the device's clock.
 */
public sealed interface LaunchCosts extends LaunchTiming permits HopperLaunchCosts, KeplerLaunchCosts {
    /** The costs of a device, by the launch model of its profile. */
    static LaunchCosts of(
            Engine engine,
            GridTable grids,
            StreamTable streams,
            PendingLaunchPool pool,
            GpuProfile gpu,
            NondeterministicChoices choices,
            DeviceEvents events,
            LaunchSteps steps) {
        DeviceLaunchSpec costs = gpu.launch();
        LaunchSchedule schedule = new LaunchSchedule(engine, grids, pool, costs, choices, events, steps);
        return switch (costs.model()) {
            case KEPLER -> new KeplerLaunchCosts(grids, costs, schedule);
            case HOPPER -> new HopperLaunchCosts(engine, grids, streams, pool, gpu, costs, choices, schedule);
        };
    }

    /**
     * Posts a launch, copy or fill of device code.
     *
     * @param cycle the cycle at which its call returns
     * @param firstOfBlock whether it is the first launch of its block
     */
    void postedAt(int entry, long cycle, boolean firstOfBlock);

    /** The cycle at which an entry was posted, or 0 if no call of device code posted it. */
    long postedCycle(int entry);

    /** All threads of a grid exit at a cycle, which may be a little after the clock. {@link LaunchTree} is notified next. */
    void threadsExited(long cycle);

    /** Completes a running copy or fill of device code at a cycle. */
    void memoryOperationEnds(int entry, long cycle);

    /** The current cycle of the launch tree: the clock, or the exit of a grid's threads, which may be a little after the clock. */
    long now();
}
