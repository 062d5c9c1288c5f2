package io.cdpsim.runtime.cost;

import io.cdpsim.profile.DeviceLaunchSpec;
import io.cdpsim.profile.PendingPoolSpec.PoolScan;
import io.cdpsim.runtime.launch.ChunkedArray;
import io.cdpsim.runtime.launch.PendingLaunchPool;

/**
 * The cost of scans of the pending-launch pool for completed launches below each grid (measurements, slotwatch). A scan for a launch passes
 * all slots before the slot of that launch.
 */
public final class PoolScanCost {
    private final PoolScan costs;
    private final int maxFoundTogether;
    private final PendingLaunchPool pool;
    /** By entry of the grid table, the scans that together find the launches below it. */
    private final ChunkedArray.OfInt scans = new ChunkedArray.OfInt();
    /** By entry, the completed launches below it that no scan has found. */
    private final ChunkedArray.OfInt unfound = new ChunkedArray.OfInt();

    public PoolScanCost(DeviceLaunchSpec costs, PendingLaunchPool pool) {
        this.costs = costs.pool().scan();
        maxFoundTogether = costs.completion().maxFoundTogether();
        this.pool = pool;
    }

    /**
     * Counts a completed launch, and the launches below it, among those below its parent.
     *
     * @param foundTogether launches that one scan finds complete together with this one, itself included; with more than one, a further scan finds
     *     their completed parents. 0 for a launch of a chain, which was found at its turn; then only the last launch can still be unfound
     */
    public void completed(int parent, int entry, int foundTogether) {
        ensureIndex(Math.max(parent, entry));
        int before = unfound.get(parent);
        unfound.set(parent, foundTogether == 0 ? Math.max(1, before) : before + unfound.get(entry) + 1);
        // The last scan also finds all launches that complete during it.
        int needed = Math.max(scans.get(parent), scans.get(entry) + (foundTogether > 1 ? 1 : 0));
        scans.set(parent, Math.min(costs.maxScans(), needed));
    }

    /** Clears an entry that is no longer in use, or whose launches below it have all been found. */
    public void clear(int entry) {
        if (entry < scans.length()) {
            scans.set(entry, 0);
            unfound.set(entry, 0);
        }
    }

    /** Cycles of a scan that finds a number of launches. They occupy at most as many slots as were ever in use at once. */
    public long cycles(int launches) {
        int slots = distinctSlots(launches);
        int candidates = pool.scanCandidates(slots);
        // Launches that are found together return the lowest slots, spread over the free lists: a new launch may take a
        // higher one.
        int reached = Math.min(candidates, slots + (candidates > slots ? costs.freeLists() - 1 : 0));
        return costs.cycles(slots == 0 ? 0 : reached, candidates, pool.fixedSlots());
    }

    /**
     * Cycles to find a launch after the end of another. If the other has the lower slot, one scan finds both; otherwise a second scan starts at the
     * beginning of the pool (measurements, relaywatch).
     */
    public long successorCycles() {
        return cycles((int) Math.min(Integer.MAX_VALUE, pool.highWater())) * 5 / 6;
    }

    /**
     * Cycles from the slot of a launch to that of another, both at random places, where a kernel that can launch is concerned: a third of the pool if the other
     * lies ahead, otherwise as much from its beginning.
     *
     * @param scans scans that go so far
     */
    public long betweenCycles(int scans) {
        return costs.cycles(scans, 2, pool.fixedSlots());
    }

    /**
     * Cycles of a scan that finds a number of tail launches of a grid. Each free list has its slots at a random place of the pool, whatever ran
     * before, and the launches take slots of all lists in turn: more launches than lists are no further away.
     */
    public long tailCycles(int tails) {
        int places = Math.min(distinctSlots(tails), costs.freeLists());
        return costs.cycles(places, places, pool.fixedSlots());
    }

    /** Cycles for which the scan that found the first tail launch of a grid goes on to a number of further ones. */
    public long furtherTailCycles(int tails) {
        return tailCycles(tails + 1) - tailCycles(1);
    }

    private int distinctSlots(int launches) {
        return (int) Math.min(launches, pool.highWater());
    }

    /** Cycles of the scans that find the completed launches below a grid. They count as found afterwards. */
    public long descendantCycles(int entry) {
        ensureIndex(entry);
        int needed = scans.get(entry);
        int launches = unfound.get(entry);
        long cycles = Math.max(1, needed) * cycles(launches);
        if (needed > 0) {
            pool.foundTogether(Math.min(launches, maxFoundTogether));
        }
        clear(entry);
        return cycles;
    }

    /**
     * Cycles of the scans that find the completed launches below a grid and then its first tail launch. The slot of the tail is below or
     * above theirs with equal probability; if it is below, the last scan wraps around at the end of the pool.
     */
    public long descendantAndTailCycles(int entry) {
        return descendantCycles(entry) + tailCycles(1);
    }

    private void ensureIndex(int entry) {
        scans.ensureIndex(entry);
        unfound.ensureIndex(entry);
    }
}
