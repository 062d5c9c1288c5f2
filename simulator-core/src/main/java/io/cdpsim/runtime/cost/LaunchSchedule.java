package io.cdpsim.runtime.cost;

import io.cdpsim.engine.Engine;
import io.cdpsim.engine.IntRing;
import io.cdpsim.observe.DeviceEvents;
import io.cdpsim.observe.RunEvent.WaitReason;
import io.cdpsim.profile.DeviceLaunchSpec;
import io.cdpsim.runtime.launch.ChunkedArray;
import io.cdpsim.runtime.launch.GridTable;
import io.cdpsim.runtime.launch.GridTable.GridKind;
import io.cdpsim.runtime.launch.LaunchTiming;
import io.cdpsim.runtime.launch.LaunchTiming.LaunchSteps;
import io.cdpsim.runtime.launch.PendingLaunchPool;
import io.cdpsim.runtime.launch.PendingLaunchPool.PoolSlot;
import io.cdpsim.runtime.settings.NondeterministicChoices;

/**
 * The steps of a launch tree on the engine's clock, on every generation of hardware. The dispatcher of the device serves unblocked launches one at a
 * time (rulebook 24, M-4). The launches of one grid into ordinary streams keep their order, which delays that grid's other launches further.
 */
final class LaunchSchedule {
    private final Engine engine;
    private final GridTable grids;
    private final PendingLaunchPool pool;
    private final DeviceLaunchSpec costs;
    private final NondeterministicChoices choices;
    private final DeviceEvents events;
    private final LaunchSteps steps;
    private final LaunchServer dispatcher = new LaunchServer();
    private final int startEvent;
    private final int completeEvent;
    private final IntRing completing = new IntRing();
    private boolean cascading;
    private long now;
    /** By entry of the grid table, the earliest cycle at which it can start. */
    private final ChunkedArray.OfLong earliestStart = new ChunkedArray.OfLong();
    /** By launcher, the cycle until which its launches into ordinary streams keep the others waiting. */
    private final ChunkedArray.OfLong streamsBusyUntil = new ChunkedArray.OfLong();

    LaunchSchedule(
            Engine engine,
            GridTable grids,
            PendingLaunchPool pool,
            DeviceLaunchSpec costs,
            NondeterministicChoices choices,
            DeviceEvents events,
            LaunchSteps steps) {
        this.engine = engine;
        this.grids = grids;
        this.pool = pool;
        this.costs = costs;
        this.choices = choices;
        this.events = events;
        this.steps = steps;
        startEvent = engine.register((cycle, entry) -> {
            now = cycle;
            steps.start((int) entry);
        });
        completeEvent = engine.register((cycle, entry) -> {
            now = cycle;
            completeNow((int) entry);
        });
    }

    /** The current cycle: the clock, or the exit of a grid's threads, which may be a little after the clock. */
    long now() {
        return now;
    }

    /** Sets the current cycle to the exit of a grid's threads. */
    void threadsExited(long cycle) {
        now = cycle;
    }

    /** Posts a launch at a cycle. */
    void postedAt(int entry, long cycle) {
        earliestStart.ensureIndex(entry);
        earliestStart.set(entry, cycle + costs.postToStartCycles());
    }

    /** The cycle at which an entry was posted, or 0 if no call of device code posted it. */
    long postedCycle(int entry) {
        return Math.max(0, earliestStart(entry) - costs.postToStartCycles());
    }

    /** The earliest cycle at which an entry can start. */
    long earliestStart(int entry) {
        return entry < earliestStart.length() ? earliestStart.get(entry) : 0;
    }

    /**
     * Whether the slot of an unblocked entry is not next to the slot of the launch served before. This holds for the first lane of a call, and
     * for an entry that waited for a predecessor: the dispatcher serves it between launches of other grids.
     */
    static boolean isDistant(LaunchTiming.UnblockCause cause) {
        return cause == LaunchTiming.UnblockCause.POSTED_FIRST_OF_CALL
                || cause == LaunchTiming.UnblockCause.PREDECESSOR;
    }

    /**
     * Starts an entry.
     *
     * @param cycle the cycle at which it is unblocked
     * @param distant whether its slot is not next to the slot of the launch before
     */
    void start(int entry, long cycle, boolean distant) {
        boolean isOrdered = grids.kind(entry) == GridKind.STREAM_GRID;
        start(entry, cycle, 1, isOrdered, costs.pool().streamServiceCycles(distant, pool.uncachedFraction()));
    }

    /**
     * Starts an entry whose stream the device need not look for: it keeps no launch of its grid waiting (measurements, bursts).
     *
     * @param cycle the cycle at which it is unblocked
     */
    void startAtHand(int entry, long cycle) {
        start(entry, cycle, 1, false, 0);
    }

    /**
     * Starts an entry that was queued in a stream.
     *
     * @param cycle the cycle of its dispatch
     * @param dispatched grids that are dispatched with it, itself included; 0 if an earlier dispatch included it
     */
    void startQueued(int entry, long cycle, int dispatched) {
        double perGrid = costs.pool().queuedServiceCycles(pool.fixedSlots(), pool.uncachedFraction());
        start(entry, cycle, dispatched, true, dispatched * perGrid);
    }

    /**
     * Starts an entry.
     *
     * @param isOrdered whether it keeps its order among the launches of its grid into ordinary streams
     * @param launcherCycles cycles for which these then wait for it
     */
    private void start(int entry, long cycle, int dispatched, boolean isOrdered, double launcherCycles) {
        long at = Math.max(Math.max(cycle, earliestStart(entry)), engine.now());
        switch (grids.kind(entry)) {
            case EVENT_WAIT, HOST_GRID -> {}
            default -> {
                long since = waitingSince(entry);
                // The fetch from the virtualised pool also delays later launches; without that, a small pool would
                // cost nothing (POOL-9).
                int fetch = grids.poolSlot(entry) == PoolSlot.VIRTUALIZED ? costs.virtualizedStartCycles() : 0;
                at = dispatched == 0 ? at : dispatch(entry, at, fetch, dispatched, isOrdered, launcherCycles);
                reportWaits(entry, since, at, fetch);
            }
        }
        // The delay comes after the dispatcher. Before it, a late launch would delay all others and none could
        // overtake.
        engine.schedule(at + choices.startDelayCycles(), startEvent, entry);
    }

    private void reportWaits(int entry, long since, long start, int fetchCycles) {
        if (events.wantWaits() && !grids.isMemoryOperation(entry)) {
            events.gridWaits(grids.number(entry), WaitReason.LAUNCH_SERVER, since);
            if (fetchCycles > 0) {
                events.gridWaits(grids.number(entry), WaitReason.POOL, start - fetchCycles);
            }
        }
    }

    /** Reports that an unblocked entry waits for the dispatcher. */
    void waitForDispatcher(int entry) {
        switch (grids.kind(entry)) {
            case EVENT_WAIT, HOST_GRID -> {}
            default -> reportWaits(entry, waitingSince(entry), 0, 0);
        }
    }

    private long waitingSince(int entry) {
        return Math.max(Math.max(engine.now(), postedCycle(entry)), now);
    }

    /** Reports a pool scan, from the current cycle on, that an entry waits for. */
    void poolScanned(int entry, long cycles) {
        events.poolSearched(grids.number(entry), cycles, Math.max(now, engine.now()));
    }

    /** Serves a launch. @return the cycle at which its service starts */
    private long dispatch(
            int entry, long ready, int fetchCycles, int dispatched, boolean isOrdered, double launcherCycles) {
        boolean ordinaryStream = grids.kind(entry) == GridKind.STREAM_GRID;
        double service = costs.pool().serviceCycles(ordinaryStream, pool.fixedSlots());
        long at = fetchCycles + dispatcher.serve(ready, fetchCycles + dispatched * service);
        if (isOrdered) {
            int launcher = grids.launcher(grids.parent(entry));
            streamsBusyUntil.ensureIndex(launcher);
            at = Math.max(at, streamsBusyUntil.get(launcher));
            streamsBusyUntil.set(launcher, at + Math.round(launcherCycles));
        }
        return at;
    }

    /** Completes an entry after a number of cycles, at least 0. */
    void completeAfter(int entry, long cycles) {
        if (cycles > 0) {
            completeAt(entry, now + cycles);
        } else {
            completeNow(entry);
        }
    }

    /** Completes an entry, and then its ancestors that complete with it: a loop, because nesting can be deeper than Java's stack. */
    private void completeNow(int entry) {
        completing.add(entry);
        if (!cascading) {
            cascading = true;
            while (completing.size() > 0) {
                steps.complete(completing.remove());
            }
            cascading = false;
        }
    }

    /** Completes an entry at a cycle. */
    void completeAt(int entry, long cycle) {
        engine.schedule(cycle, completeEvent, entry);
    }

    /** Retires an entry now. */
    void retire(int entry) {
        if (entry < earliestStart.length()) {
            earliestStart.set(entry, 0);
        }
        int launcher = grids.launcher(entry);
        if (launcher < streamsBusyUntil.length()) {
            streamsBusyUntil.set(launcher, 0);
        }
        now = engine.now();
        steps.retire(entry);
    }

    /** A server that handles one launch at a time, in the order of the calls. */
    public static final class LaunchServer {
        /** The server counts in fractions of a cycle. */
        private static final int FRACTION_BITS = 8;

        private long freeAt;

        /**
         * Serves a launch.
         *
         * @param readyCycles the earliest cycle at which the service can start
         * @param serviceCycles the time of the service, cycles
         * @return the cycle at which the service starts
         */
        public long serve(long readyCycles, double serviceCycles) {
            long start = Math.max(freeAt, readyCycles << FRACTION_BITS);
            freeAt = start + Math.round(serviceCycles * (1 << FRACTION_BITS));
            return start >> FRACTION_BITS;
        }
    }
}
