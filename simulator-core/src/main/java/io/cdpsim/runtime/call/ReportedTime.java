package io.cdpsim.runtime.call;

import io.cdpsim.engine.Engine;

/**
 * The cycle at which something on a device is told to listeners: the clock's, or that of the warp which does it. A warp that nobody can notice runs
 * a little ahead of the clock, and what it then does happens at its own time.
 */
public final class ReportedTime {
    private final Engine engine;
    private long warpCycle;

    /** The time of a device on which nothing has happened yet. */
    public ReportedTime(Engine engine) {
        this.engine = engine;
    }

    /** A warp calls the runtime, or its last thread has exited. */
    public void warpIsAt(long cycle) {
        warpCycle = cycle;
    }

    /** The cycle of what happens now. */
    public long now() {
        return Math.max(engine.now(), warpCycle);
    }
}
