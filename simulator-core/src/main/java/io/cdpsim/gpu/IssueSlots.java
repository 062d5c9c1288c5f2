package io.cdpsim.gpu;

/**
 * The issue slots of a scheduler: one warp a cycle, of which a scheduler with two dispatch units issues a second instruction if that can
 * go in the same cycle.
 */
final class IssueSlots {
    private static final long ONE_CYCLE = ServiceQueue.fractions(1);

    private final ServiceQueue slots = new ServiceQueue();
    private final int instructionsPerWarp;
    private int warp = -1;
    private long cycle = -1;
    private int issued;

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
        if (warpNumber == warp && now == cycle && issued < instructionsPerWarp) {
            issued++;
            return now;
        }
        warp = warpNumber;
        cycle = slots.serve(now, ONE_CYCLE + takenByOthers);
        issued = 1;
        return cycle;
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
