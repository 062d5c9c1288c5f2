package io.cdpsim.gpu.memory;

/**
 * The sets of the L2 whose tags accesses without time reach: all, or one in sixteen, which see every access to their lines, so that the traffic of all is sixteen times
 * theirs.
 */
public final class FollowedSets {
    private static final int SHARE_BITS = 4;

    private boolean all = true;

    /** From now on accesses without time reach all sets, or one in sixteen. */
    public void all(boolean reachesAll) {
        all = reachesAll;
    }

    /** Whether all are reached. */
    public boolean areAll() {
        return all;
    }

    /** How many sets there are for each that is reached. */
    int share() {
        return all ? 1 : 1 << SHARE_BITS;
    }

    /** Whether the set of a line is reached, by the hash that chooses the set. */
    boolean contains(long hash) {
        return all || hash >>> (Long.SIZE - SHARE_BITS) == 0;
    }
}
