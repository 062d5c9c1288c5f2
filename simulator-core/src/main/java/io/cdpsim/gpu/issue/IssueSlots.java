package io.cdpsim.gpu.issue;

import io.cdpsim.gpu.queue.ServiceQueue;
import java.util.Arrays;

/**
 * The issue slots of a scheduler: one warp a cycle, of which a scheduler with two dispatch units issues a second instruction if that can
 * go in the same cycle.
 */
final class IssueSlots {
    private static final long ONE_CYCLE = ServiceQueue.fractions(1);

    private final ServiceQueue slots = new ServiceQueue();
    /** What bulk instructions have taken ahead. Who issues one instruction at a time goes between them, in turn, and pushes them back. */
    private final ServiceQueue ahead = new ServiceQueue();

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
     * @param beyondSlot how much longer than a slot it keeps others from issuing, as {@link ServiceQueue} wants it
     * @param takenByOthers service that others take with each slot, likewise
     * @return the cycle in which it issues
     */
    long issue(int warpNumber, long now, long beyondSlot, long takenByOthers) {
        if (instructionsPerWarp == 1) {
            return take(now, ONE_CYCLE + beyondSlot + takenByOthers);
        }
        if (warpNumber >= cycle.length) {
            cycle = Arrays.copyOf(cycle, 2 * warpNumber + 1);
            issued = Arrays.copyOf(issued, 2 * warpNumber + 1);
        }
        if (issued[warpNumber] > 0 && now == cycle[warpNumber] && issued[warpNumber] < instructionsPerWarp) {
            issued[warpNumber]++;
            if (beyondSlot > 0) {
                slots.serve(now, beyondSlot);
            }
            return now;
        }
        cycle[warpNumber] = take(now, ONE_CYCLE + beyondSlot + takenByOthers);
        issued[warpNumber] = 1;
        return cycle[warpNumber];
    }

    private long take(long now, long service) {
        if (ahead.isFreeAt(now)) {
            return slots.serve(now, service);
        }
        ahead.serve(now, service);
        return slots.serve(now, 2 * service);
    }

    /** The instruction that a warp issued last waited for its pipe: both units of the scheduler dispatch when that is free. */
    void waitedUntil(int warpNumber, long start) {
        if (instructionsPerWarp > 1) {
            cycle[warpNumber] = start;
        }
    }

    /**
     * Takes the slots that the instructions of a bulk instruction need at least.
     *
     * @param beyondSlots cycles for which they keep others from issuing beyond their slots
     * @param takenByOthers service that others take with each slot, as {@link ServiceQueue} wants it
     */
    void takeFor(long now, double instructions, double beyondSlots, long takenByOthers) {
        double taken = instructions / instructionsPerWarp;
        ahead.serve(now, ServiceQueue.fractions(taken + beyondSlots) + Math.round(taken * takenByOthers));
    }

    /** The cycle at which all is issued that bulk instructions have taken slots for. */
    long bulkIssuedAt() {
        return ahead.freeAtCycles();
    }
}
