package io.cdpsim.runtime.cost;

import io.cdpsim.profile.DeviceLaunchSpec;
import io.cdpsim.runtime.launch.PendingLaunchPool;
import java.util.Arrays;

/**
 * The ways through the pending-launch pool to what has become complete below each grid (measurements, slotwatch). Whoever looks for a launch
 * passes all slots before its own.
 */
public final class PoolScanCost {
    private static final int FIRST_CAPACITY = 256;

    private final DeviceLaunchSpec costs;
    private final PendingLaunchPool pool;
    /** For each entry of the grid table, the walks that find the launches below it together. */
    private int[] walks = new int[FIRST_CAPACITY];
    /** For each entry, the launches below it that are complete and have not been looked for since. */
    private int[] sought = new int[FIRST_CAPACITY];

    public PoolScanCost(DeviceLaunchSpec costs, PendingLaunchPool pool) {
        this.costs = costs;
        this.pool = pool;
    }

    /**
     * Counts a launch that is complete, with what is below it, among those below its parent.
     *
     * @param together how many are found complete with it. If others are, what their parents become by that is found by another walk. 0: one
     *     of a chain, found when its turn came; only the last of them may be yet to find
     */
    public void completed(int parent, int entry, int together) {
        reach(Math.max(parent, entry));
        sought[parent] = together == 0 ? Math.max(1, sought[parent]) : sought[parent] + sought[entry] + 1;
        // Whatever becomes complete during the last of them is found by it.
        walks[parent] =
                Math.min(costs.pool().mostWalks(), Math.max(walks[parent], walks[entry] + (together > 1 ? 1 : 0)));
    }

    /** An entry is no longer in use, or what is below it has been found. */
    public void clear(int entry) {
        if (entry < walks.length) {
            walks[entry] = 0;
            sought[entry] = 0;
        }
    }

    /** Cycles of the way to a number of launches, of which no more lie apart than were ever held at once. */
    public long cyclesTo(int launches) {
        int apart = apart(launches);
        int among = pool.among(apart);
        // The lowest slots found together are spread over the free lists: those taken may be the higher ones.
        int reached = Math.min(among, apart + (among > apart ? costs.pool().freeLists() - 1 : 0));
        return costs.pool().walkCycles(apart == 0 ? 0 : reached, among, pool.fixedSlots());
    }

    /**
     * Cycles of the way to a launch behind the end of another. Where the other lies before it both are found by one walk, else it is found by a second
     * one from the pool's start (measurements, relaywatch).
     */
    public long cyclesBehindAnother() {
        return cyclesTo((int) Math.min(Integer.MAX_VALUE, pool.highWater())) * 5 / 6;
    }

    /** The same for tail launches, whose slots lie anywhere whatever ran before. */
    public long cyclesToTails(int tails) {
        int apart = apart(tails);
        return costs.pool().walkCycles(apart, apart, pool.fixedSlots());
    }

    private int apart(int launches) {
        return (int) Math.min(launches, pool.highWater());
    }

    /** Cycles of the ways to what is complete below a grid. It is found by that. */
    public long cyclesBelow(int entry) {
        reach(entry);
        int together = walks[entry];
        long cycles = Math.max(1, together) * cyclesTo(sought[entry]);
        if (together > 0) {
            pool.found(Math.min(sought[entry], costs.completion().foundTogether()));
        }
        clear(entry);
        return cycles;
    }

    /** The same, and on to its first tail. That lies before what was found as often as behind it, and is then reached from the pool's end. */
    public long cyclesBelowToTail(int entry) {
        return cyclesBelow(entry) + cyclesToTails(1);
    }

    private void reach(int entry) {
        if (entry >= walks.length) {
            int length = Math.max(entry + 1, 2 * walks.length);
            walks = Arrays.copyOf(walks, length);
            sought = Arrays.copyOf(sought, length);
        }
    }
}
