package io.cdpsim.gpu;

import java.util.Arrays;

/**
 * The issue slots of a scheduler: one warp a cycle, of which a scheduler with two dispatch units issues a second instruction if that can
 * go in the same cycle.
 */
final class IssueSlots {
    private static final long ONE_CYCLE = ServiceQueue.fractions(1);

    private final ServiceQueue slots = new ServiceQueue();
    private final int instructionsPerWarp;
    /** When each warp issued last. */
    private long[] cycle = new long[0];
    /** How many instructions it has issued then. */
    private int[] issued = new int[0];

    /** @param instructionsPerWarp most instructions of one warp in a cycle, at least 1 */
    IssueSlots(int instructionsPerWarp) {
        this.instructionsPerWarp = instructionsPerWarp;
    }

    /** Whether a warp may issue again in the cycle in which it has issued. */
    boolean pairs() {
        return instructionsPerWarp > 1;
    }

    /**
     * Issues an instruction of a warp that is ready now.
     *
     * @param takenByOthers service that others take with each slot, as {@link ServiceQueue} wants it
     * @return the cycle in which it issues
     */
    long issue(int warpNumber, long now, long takenByOthers) {
        if (instructionsPerWarp == 1) {
            return slots.serve(now, ONE_CYCLE + takenByOthers);
        }
        if (warpNumber >= cycle.length) {
            cycle = Arrays.copyOf(cycle, 2 * warpNumber + 1);
            issued = Arrays.copyOf(issued, 2 * warpNumber + 1);
        }
        if (issued[warpNumber] > 0 && now == cycle[warpNumber] && issued[warpNumber] < instructionsPerWarp) {
            issued[warpNumber]++;
            return now;
        }
        cycle[warpNumber] = slots.serve(now, ONE_CYCLE + takenByOthers);
        issued[warpNumber] = 1;
        return cycle[warpNumber];
    }

    /** The instruction that a warp issued last waited for its pipe: both units of the scheduler dispatch when that is free. */
    void waitedUntil(int warpNumber, long start) {
        if (instructionsPerWarp > 1) {
            cycle[warpNumber] = start;
        }
    }

    /** Takes the slots that a number of instructions need at least. */
    void takeFor(long now, double instructions) {
        slots.serve(now, ServiceQueue.fractions(instructions / instructionsPerWarp));
    }

    /** The cycle at which the scheduler has a slot. */
    long freeAtCycles() {
        return slots.freeAtCycles();
    }
}
