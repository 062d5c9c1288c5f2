package io.cdpsim.runtime.cost;

import io.cdpsim.engine.Engine;
import io.cdpsim.observe.DeviceEvents;
import io.cdpsim.profile.DeviceLaunchSpec;
import io.cdpsim.runtime.launch.GridTable;
import io.cdpsim.runtime.launch.LaunchTiming;
import io.cdpsim.runtime.launch.LaunchTiming.LaunchSteps;
import io.cdpsim.runtime.launch.PendingLaunchPool;
import io.cdpsim.runtime.settings.NondeterministicChoices;

/**
 * What launching costs on one generation of hardware: how long a grid waits between being able to start and starting, between being able to
 * complete and being complete, and when its parent hears of it. All times are cycles of the device's clock.
 */
public sealed interface LaunchCosts extends LaunchTiming permits HopperLaunchCosts, KeplerLaunchCosts {
    /** The costs of a device, by the launch model that its profile names. */
    static LaunchCosts of(
            Engine engine,
            GridTable grids,
            PendingLaunchPool pool,
            DeviceLaunchSpec costs,
            NondeterministicChoices freedom,
            DeviceEvents events,
            LaunchSteps steps) {
        LaunchSchedule schedule = new LaunchSchedule(engine, grids, pool, costs, freedom, events, steps);
        return switch (costs.model()) {
            case KEPLER -> new KeplerLaunchCosts(grids, costs, schedule);
            case HOPPER -> new HopperLaunchCosts(engine, grids, pool, costs, freedom, schedule);
        };
    }

    /** A launch, copy or fill of device code was posted at the given cycle, at which its call returns. */
    void postedAt(int entry, long cycle);

    /** The cycle at which the call returns that posted an entry, or 0 if it was not posted by a call of device code. */
    long postedCycle(int entry);

    /** All threads of a grid have exited at the given cycle, which may lie a little ahead of the clock; the tree is told next. */
    void bodyEnds(long cycle);

    /** A copy or a fill of device code, whose turn has come, is done at the given cycle. */
    void memoryOperationEnds(int entry, long cycle);

    /** The cycle of what the tree does now: the clock's, or that of the exit of a grid's threads, which may lie a little ahead of it. */
    long now();

    /** What the call of a tail launch takes longer since others of the same grid wait already, cycles. */
    int tailOverflowCycles(int parent);
}
