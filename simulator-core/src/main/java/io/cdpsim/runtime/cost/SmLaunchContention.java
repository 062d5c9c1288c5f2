package io.cdpsim.runtime.cost;

import java.util.Arrays;

/**
 * Contention between the launches in flight on one SM. Up to a number of lanes launch concurrently; the SM serialises each further lane.
 */
final class SmLaunchContention {
    private final int contentionFreeLanes;
    private final long contentionCyclesPerLane;
    private long[] endCycles = new long[8];
    private int[] lanes = new int[8];
    private int inFlight;
    private long freeAt;

    /**
     * @param contentionFreeLanes lanes that launch concurrently without contention
     * @param contentionCyclesPerLane time for which the SM serialises each further lane, cycles
     */
    SmLaunchContention(int contentionFreeLanes, long contentionCyclesPerLane) {
        this.contentionFreeLanes = contentionFreeLanes;
        this.contentionCyclesPerLane = contentionCyclesPerLane;
    }

    /**
     * Starts a launch of a warp.
     *
     * @param callCycles time of the launch call itself, cycles
     * @return the cycle at which the launch call itself starts
     */
    long start(long now, int launchingLanes, long callCycles) {
        int contending = Math.min(launchingLanes, lanesInFlight(now) + launchingLanes - contentionFreeLanes);
        long start = now;
        if (contending > 0) {
            start = Math.max(now, freeAt) + contending * contentionCyclesPerLane;
            freeAt = start;
        }
        if (inFlight == endCycles.length) {
            endCycles = Arrays.copyOf(endCycles, 2 * inFlight);
            lanes = Arrays.copyOf(lanes, 2 * inFlight);
        }
        endCycles[inFlight] = start + callCycles;
        lanes[inFlight++] = launchingLanes;
        return start;
    }

    private int lanesInFlight(long now) {
        int total = 0;
        int remaining = 0;
        for (int i = 0; i < inFlight; i++) {
            if (endCycles[i] > now) {
                endCycles[remaining] = endCycles[i];
                lanes[remaining++] = lanes[i];
                total += lanes[i];
            }
        }
        inFlight = remaining;
        return total;
    }
}
