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
import io.cdpsim.runtime.launch.PendingLaunchPool.PoolPlace;
import io.cdpsim.runtime.settings.NondeterministicChoices;

/**
 * The steps of a launch tree on the engine's clock, on every generation of hardware. A part of the device takes launches up one after the other
 * once nothing is before them (rulebook 24, M-4); those into ordinary streams of one grid keep their order, which keeps that grid's others
 * waiting for longer.
 */
final class LaunchSchedule {
    private final Engine engine;
    private final GridTable grids;
    private final PendingLaunchPool pool;
    private final DeviceLaunchSpec costs;
    private final NondeterministicChoices freedom;
    private final DeviceEvents events;
    private final LaunchSteps steps;
    private final LaunchServer server = new LaunchServer();
    private final int startEvent;
    private final int completeEvent;
    private final IntRing completing = new IntRing();
    private boolean cascading;
    private long now;

    /** For each entry of the grid table, the earliest cycle at which it can start. */
    private final ChunkedArray.OfLong notBefore = new ChunkedArray.OfLong();

    /** For each entry that has launched something, until when it is busy with taking up launches into its ordinary streams. */
    private final ChunkedArray.OfLong streamsUntil = new ChunkedArray.OfLong();

    LaunchSchedule(
            Engine engine,
            GridTable grids,
            PendingLaunchPool pool,
            DeviceLaunchSpec costs,
            NondeterministicChoices freedom,
            DeviceEvents events,
            LaunchSteps steps) {
        this.engine = engine;
        this.grids = grids;
        this.pool = pool;
        this.costs = costs;
        this.freedom = freedom;
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

    /** The cycle of what happens now: the clock's, or that of the exit of a grid's threads, which may lie a little ahead of it. */
    long now() {
        return now;
    }

    /** The threads of a grid have exited at a cycle, and what follows from that happens then. */
    void bodyEnded(long cycle) {
        now = cycle;
    }

    /** A launch was posted at a cycle. */
    void postedAt(int entry, long cycle) {
        notBefore.ensureIndex(entry);
        notBefore.set(entry, cycle + costs.postToStartCycles());
    }

    /** The cycle at which an entry was posted, or 0 if no call of device code has posted it. */
    long postedCycle(int entry) {
        return Math.max(0, notBefore(entry) - costs.postToStartCycles());
    }

    /** The earliest cycle at which an entry can start. */
    long notBefore(int entry) {
        return entry < notBefore.length() ? notBefore.get(entry) : 0;
    }

    /**
     * Whether the slot of what has its turn lies apart from that of the launch that was taken up before: that of the first lane of a call, and
     * that of whoever waited for another, which is taken up between launches of others.
     */
    static boolean isApart(LaunchTiming.Turn turn) {
        return turn == LaunchTiming.Turn.POSTED_FIRST_OF_CALL || turn == LaunchTiming.Turn.PREDECESSOR;
    }

    /**
     * Lets an entry start.
     *
     * @param cycle when nothing is before it any more
     * @param apart whether its slot lies apart from that of the launch before
     */
    void start(int entry, long cycle, boolean apart) {
        start(entry, cycle, 1, costs.pool().streamServiceCycles(apart, pool.missing()), apart);
    }

    /**
     * Lets an entry start that was queued in a stream.
     *
     * @param cycle when it is dispatched
     * @param together grids that are dispatched with it, itself included; 0 if it was dispatched before
     */
    void startQueued(int entry, long cycle, int together) {
        double ofGrid = costs.pool().queuedServiceCycles(pool.fixedSlots(), pool.missing());
        start(entry, cycle, together, together * ofGrid, false);
    }

    private void start(int entry, long cycle, int together, double ofLauncher, boolean apart) {
        long at = Math.max(Math.max(cycle, notBefore(entry)), engine.now());
        switch (grids.kind(entry)) {
            case EVENT_WAIT, HOST_GRID -> {}
            default -> {
                long since = since(entry);
                // Fetching from the virtualised pool holds up what is behind, or a small pool would cost nothing
                // (POOL-9).
                int fetch = grids.place(entry) == PoolPlace.VIRTUALIZED ? costs.virtualizedStartCycles() : 0;
                at = together == 0 ? at : takeUp(entry, at, fetch, apart, together, ofLauncher);
                tellWaits(entry, since, at, fetch);
            }
        }
        // Put off behind the server, or a late launch would hold up all others and none could overtake another.
        engine.schedule(at + freedom.startDelayCycles(), startEvent, entry);
    }

    private void tellWaits(int entry, long since, long start, int fetchCycles) {
        if (events.wantWaits() && !grids.isMemoryOperation(entry)) {
            events.gridWaits(grids.number(entry), WaitReason.LAUNCH_SERVER, since);
            if (fetchCycles > 0) {
                events.gridWaits(grids.number(entry), WaitReason.POOL, start - fetchCycles);
            }
        }
    }

    /** An entry that nothing is before any more waits to be dispatched. */
    void waitsForServer(int entry) {
        switch (grids.kind(entry)) {
            case EVENT_WAIT, HOST_GRID -> {}
            default -> tellWaits(entry, since(entry), 0, 0);
        }
    }

    private long since(int entry) {
        return Math.max(Math.max(engine.now(), postedCycle(entry)), now);
    }

    /** The pool is walked through from now on before an entry can start or be complete. */
    void walks(int entry, long cycles) {
        events.poolSearched(grids.number(entry), cycles, Math.max(now, engine.now()));
    }

    /** Takes a launch up. @return when it is its turn */
    private long takeUp(int entry, long ready, int fetchCycles, boolean apart, int together, double ofLauncher) {
        boolean ofStream = grids.kind(entry) == GridKind.STREAM_GRID;
        double service = costs.pool().serviceCycles(ofStream, apart, pool.fixedSlots(), pool.missing());
        long at = fetchCycles + server.serve(ready, fetchCycles + together * service);
        if (ofStream) {
            int launcher = grids.launcher(grids.parent(entry));
            streamsUntil.ensureIndex(launcher);
            at = Math.max(at, streamsUntil.get(launcher));
            streamsUntil.set(launcher, at + Math.round(ofLauncher));
        }
        return at;
    }

    /** Lets an entry be complete after some cycles, which may be none. */
    void completeAfter(int entry, long cycles) {
        if (cycles > 0) {
            completeAt(entry, now + cycles);
        } else {
            completeNow(entry);
        }
    }

    /** A grid that completes may complete its parent, and that its own: one after the other, as nests can be deeper than Java's stack. */
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

    /** Lets an entry be complete at a cycle. */
    void completeAt(int entry, long cycle) {
        engine.schedule(cycle, completeEvent, entry);
    }

    /** Lets an entry retire now. */
    void retire(int entry) {
        if (entry < notBefore.length()) {
            notBefore.set(entry, 0);
        }
        int launcher = grids.launcher(entry);
        if (launcher < streamsUntil.length()) {
            streamsUntil.set(launcher, 0);
        }
        now = engine.now();
        steps.retire(entry);
    }

    /** A part of the device that handles launches one after the other. */
    public static final class LaunchServer {
        private static final double FRACTIONS = 256;

        private long freeAt;

        /**
         * Handles a launch.
         *
         * @param readyCycles the cycle from which on it can be handled
         * @param serviceCycles how long it takes
         * @return the cycle at which it is its turn
         */
        public long serve(long readyCycles, double serviceCycles) {
            long start = Math.max(freeAt, readyCycles << 8);
            freeAt = start + Math.round(serviceCycles * FRACTIONS);
            return start >> 8;
        }
    }
}
