package io.cdpsim.runtime.cost;

import java.util.Arrays;

/**
 * The launches in flight on one SM. So many lanes launch there without standing in each other's way; for each lane beyond, the SM is
 * alone with its launch for a while.
 */
final class SmLaunchContention {
    private final int uncrowdedLanes;
    private final long crowdedLaneCycles;
    private long[] ends = new long[8];
    private int[] lanesUntil = new int[8];
    private int underWay;
    private long freeAt;

    /**
     * @param uncrowdedLanes lanes that do not stand in each other's way
     * @param crowdedLaneCycles what each one beyond takes, cycles
     */
    SmLaunchContention(int uncrowdedLanes, long crowdedLaneCycles) {
        this.uncrowdedLanes = uncrowdedLanes;
        this.crowdedLaneCycles = crowdedLaneCycles;
    }

    /**
     * A warp of the SM begins a launch.
     *
     * @param callCycles what its own work takes
     * @return the cycle from which that counts
     */
    long begin(long now, int lanes, long callCycles) {
        int beyond = Math.min(lanes, lanesUnderWay(now) + lanes - uncrowdedLanes);
        long start = now;
        if (beyond > 0) {
            start = Math.max(now, freeAt) + beyond * crowdedLaneCycles;
            freeAt = start;
        }
        if (underWay == ends.length) {
            ends = Arrays.copyOf(ends, 2 * underWay);
            lanesUntil = Arrays.copyOf(lanesUntil, 2 * underWay);
        }
        ends[underWay] = start + callCycles;
        lanesUntil[underWay++] = lanes;
        return start;
    }

    private int lanesUnderWay(long now) {
        int lanes = 0;
        int kept = 0;
        for (int i = 0; i < underWay; i++) {
            if (ends[i] > now) {
                ends[kept] = ends[i];
                lanesUntil[kept++] = lanesUntil[i];
                lanes += lanesUntil[i];
            }
        }
        underWay = kept;
        return lanes;
    }
}
