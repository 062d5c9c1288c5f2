package io.cdpsim.runtime.call;

import io.cdpsim.engine.Engine;

/**
 * The cycle that listeners get for an event on a device: the clock, or the cycle of the warp that causes the event. A warp
 * without observable effects runs a little ahead of the clock, and its next event happens at its own cycle.
 */
public final class ReportedTime {
    private final Engine engine;
    private long warpCycle;

    /** The time of an idle device. */
    public ReportedTime(Engine engine) {
        this.engine = engine;
    }

    /** Sets the cycle of a warp that calls the runtime or exits. */
    public void warpIsAt(long cycle) {
        warpCycle = cycle;
    }

    /** The cycle of the current event. */
    public long now() {
        return Math.max(engine.now(), warpCycle);
    }
}
