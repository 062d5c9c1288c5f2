package io.cdpsim.gpu.issue;

import io.cdpsim.gpu.queue.OutstandingRequests;
import io.cdpsim.profile.L1Spec;

/** Memory instructions of one scheduler's warps that wait for the SM's load-store unit, and atomics that the unit replays lane by lane. */
public final class LoadStoreQueue {
    private final OutstandingRequests waiting;
    private final OutstandingRequests replays;
    private long continuesAtCycle;

    LoadStoreQueue(L1Spec l1) {
        waiting = new OutstandingRequests(l1.queuedInstructions());
        replays = new OutstandingRequests(l1.replayedAtomics());
    }

    /**
     * An instruction enters the queue. Its warp issues no further instruction until the queue has a free entry; delaying the warp after this
     * instruction instead of before it has the same effect on other warps, and the unit serves the queue in order.
     *
     * @param start issue cycle
     * @param takenAt cycle at which the unit accepts it
     */
    public void enter(long start, long takenAt) {
        continuesAtCycle = waiting.freeSlotAtCycle(start);
        waiting.enter(takenAt);
    }

    /**
     * The last instruction is an atomic with several lanes on one word: the unit replays it lane by lane, and a scheduler has
     * only a few such replays in flight. The warp continues when all lanes have their results.
     *
     * @param start issue cycle
     * @param cycles duration of the replays
     */
    public void replay(long start, long cycles) {
        long end = replays.freeSlotAtCycle(start) + cycles;
        replays.enter(end);
        continuesAtCycle = Math.max(continuesAtCycle, end);
    }

    /** The cycle from which the warp of the last instruction may issue again. */
    public long continuesAtCycle() {
        return continuesAtCycle;
    }
}
