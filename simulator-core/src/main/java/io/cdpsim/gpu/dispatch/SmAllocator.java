package io.cdpsim.gpu.dispatch;

import io.cdpsim.profile.ClusterSpec;
import io.cdpsim.profile.SmSpec;
import java.util.List;

/**
 * Free resources of each SM of a device. A block goes to the SM with the fewest resident warps; of several, to the first, so that grids of
 * one block that follow each other run on one SM. Source: {@code measurements/programs/places.cu} on an H100.
 */
final class SmAllocator {
    private final FreeSmResources[] sms;
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
    }

    /** Finds the SM for a block among those with enough free resources. @return its number, or -1 */
    int find(FreeSmResources.Need need) {
        int best = -1;
        int most = -1;
        for (int sm = 0; sm < sms.length; sm++) {
            int free = sms[sm].freeWarps();
            if (free > most && sms[sm].fits(need)) {
                if (sms[sm].isEmpty()) {
                    return sm;
                }
                best = sm;
                most = free;
            }
        }
        return best;
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
                    sms[sm].take(need);
                    taken[placed++] = sm;
                    progresses = true;
                }
            }
        }
        if (placed == taken.length) {
            return true;
        }
        while (placed > 0) {
            sms[taken[--placed]].giveBack(need);
        }
        return false;
    }

    /** A block occupies its SM's resources. */
    void take(int sm, FreeSmResources.Need need) {
        sms[sm].take(need);
    }

    /** A block frees its SM's resources. */
    void giveBack(int sm, FreeSmResources.Need need) {
        sms[sm].giveBack(need);
    }
}
