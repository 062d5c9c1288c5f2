package io.cdpsim.gpu.issue;

import io.cdpsim.gpu.queue.ServiceQueue;
import java.util.Arrays;

/**
 * The issue slots of a scheduler: one warp per cycle. A scheduler with two dispatch units issues a second instruction of the warp if it can
 * issue in the same cycle.
 */
final class IssueSlots {
    private static final long ONE_CYCLE = ServiceQueue.fractions(1);

    private final ServiceQueue slots = new ServiceQueue();
    /** Slots reserved in advance by bulk instructions. Warps that issue single instructions take turns with them and delay them. */
    private final ServiceQueue ahead = new ServiceQueue();

    private final int instructionsPerWarp;
    /** The cycle of each warp's last issue. */
    private long[] cycle = new long[0];
    /** Instructions that the warp issued in that cycle. */
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
     * @param beyondSlot time beyond one slot for which it blocks the scheduler, in {@link ServiceQueue} fractions
     * @param callIssueShare service that warps in runtime calls take with each slot, in the same unit
     * @return the cycle in which it issues
     */
    long issue(int warpNumber, long now, long beyondSlot, long callIssueShare) {
        if (instructionsPerWarp == 1) {
            return take(now, ONE_CYCLE + beyondSlot + callIssueShare);
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
        cycle[warpNumber] = take(now, ONE_CYCLE + beyondSlot + callIssueShare);
        issued[warpNumber] = 1;
        return cycle[warpNumber];
    }

    /** The earliest cycle, from now on, of a free slot. */
    long freeAt(long now) {
        return slots.startsAt(now);
    }

    /** The next slot comes later by a time, in {@link ServiceQueue} fractions. */
    void delay(long now, long time) {
        slots.serve(now, time);
    }

    private long take(long now, long service) {
        if (ahead.isFreeAt(now)) {
            return slots.serve(now, service);
        }
        ahead.serve(now, service);
        return slots.serve(now, 2 * service);
    }

    /** The instruction that a warp issued last waited for its pipe: both dispatch units issue when the pipe is free. */
    void waitedUntil(int warpNumber, long start) {
        if (instructionsPerWarp > 1) {
            cycle[warpNumber] = start;
        }
    }

    /**
     * Reserves the least number of slots that a bulk instruction needs.
     *
     * @param beyondSlots cycles beyond their slots for which the instructions block the scheduler
     * @param callIssueShare service that warps in runtime calls take with each slot, in {@link ServiceQueue} fractions
     */
    void takeFor(long now, double instructions, double beyondSlots, long callIssueShare) {
        double taken = instructions / instructionsPerWarp;
        ahead.serve(now, ServiceQueue.fractions(taken + beyondSlots) + Math.round(taken * callIssueShare));
    }

    /** The cycle by which all reserved slots have issued. */
    long bulkIssuedAt() {
        return ahead.freeAtCycles();
    }
}
