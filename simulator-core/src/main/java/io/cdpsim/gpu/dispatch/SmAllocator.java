package io.cdpsim.gpu.dispatch;

import io.cdpsim.profile.ClusterSpec;
import io.cdpsim.profile.SmSpec;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Free resources of each SM of a device. A block goes to the SM with the fewest resident warps; of several, to the first, so that grids of
 * one block that follow each other run on one SM. Source: {@code measurements/programs/places.cu} on an H100.
 */
final class SmAllocator {
    private final FreeSmResources[] sms;
    /** The SMs by the number of warps that they can hold beside the resident ones. */
    private final BitSet[] byFreeWarps;

    /** No SM can hold more than so many warps beside the resident ones. */
    private int mostFree;

    private final List<Integer> groups;
    private int nextGroup;

    /** All SMs of a device are free. */
    SmAllocator(SmSpec spec) {
        this(spec, ClusterSpec.NONE);
    }

    /** The same with groups of SMs for clusters. */
    SmAllocator(SmSpec spec, ClusterSpec clusters) {
        groups = clusters.groups();
        sms = new FreeSmResources[spec.count()];
        for (int i = 0; i < sms.length; i++) {
            sms[i] = new FreeSmResources(spec);
        }
        byFreeWarps = new BitSet[spec.maxWarps() + 1];
        Arrays.setAll(byFreeWarps, any -> new BitSet(sms.length));
        byFreeWarps[spec.maxWarps()].set(0, sms.length);
        mostFree = spec.maxWarps();
    }

    /** Finds the SM for a block among those with enough free resources. @return its number, or -1 */
    int find(FreeSmResources.Need need) {
        while (mostFree > 0 && byFreeWarps[mostFree].isEmpty()) {
            mostFree--;
        }
        for (int free = mostFree; free >= need.warps(); free--) {
            BitSet those = byFreeWarps[free];
            for (int sm = those.nextSetBit(0); sm >= 0; sm = those.nextSetBit(sm + 1)) {
                if (sms[sm].fits(need)) {
                    return sm;
                }
            }
        }
        return -1;
    }

    /**
     * Takes SMs of one group (a GPC) for all blocks of a cluster, on as many SMs as have free resources.
     *
     * @param sms receives the number of each block's SM
     * @return whether a group has enough free resources; if none has, nothing is taken
     */
    boolean takeCluster(FreeSmResources.Need need, int[] sms) {
        for (int i = 0; i < groups.size(); i++) {
            int group = nextGroup;
            nextGroup = nextGroup + 1 == groups.size() ? 0 : nextGroup + 1;
            int first = 0;
            for (int g = 0; g < group; g++) {
                first += groups.get(g);
            }
            if (groups.get(group) >= sms.length && takeInGroup(first, groups.get(group), need, sms)) {
                return true;
            }
        }
        return false;
    }

    private boolean takeInGroup(int first, int count, FreeSmResources.Need need, int[] taken) {
        int placed = 0;
        boolean progresses = true;
        while (placed < taken.length && progresses) {
            progresses = false;
            for (int sm = first; sm < first + count && placed < taken.length; sm++) {
                if (sm < sms.length && sms[sm].fits(need)) {
                    take(sm, need);
                    taken[placed++] = sm;
                    progresses = true;
                }
            }
        }
        if (placed == taken.length) {
            return true;
        }
        while (placed > 0) {
            giveBack(taken[--placed], need);
        }
        return false;
    }

    /** A block occupies its SM's resources. */
    void take(int sm, FreeSmResources.Need need) {
        byFreeWarps[sms[sm].freeWarps()].clear(sm);
        sms[sm].take(need);
        byFreeWarps[sms[sm].freeWarps()].set(sm);
    }

    /** A block frees its SM's resources. */
    void giveBack(int sm, FreeSmResources.Need need) {
        byFreeWarps[sms[sm].freeWarps()].clear(sm);
        sms[sm].giveBack(need);
        byFreeWarps[sms[sm].freeWarps()].set(sm);
        mostFree = Math.max(mostFree, sms[sm].freeWarps());
    }
}
