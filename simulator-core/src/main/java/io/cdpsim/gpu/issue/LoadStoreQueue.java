package io.cdpsim.gpu.issue;

import io.cdpsim.gpu.queue.OutstandingRequests;
import io.cdpsim.profile.L1Spec;

/** The memory instructions of one scheduler's warps that wait for the load-store unit of the SM, and those that it sends lane by lane. */
public final class LoadStoreQueue {
    private final OutstandingRequests waiting;
    private final OutstandingRequests replays;
    private long goesOnAt;

    LoadStoreQueue(L1Spec l1) {
        waiting = new OutstandingRequests(l1.queuedInstructions());
        replays = new OutstandingRequests(l1.replayedAtomics());
    }

    /**
     * An instruction waits for the load-store unit. Its warp goes no further before there is room in the queue: that it waits behind its
     * instruction and not before it makes no difference to others, and the unit serves them in order.
     *
     * @param start when it issues
     * @param takenAt when the unit has taken it
     */
    public void enter(long start, long takenAt) {
        goesOnAt = waiting.roomAt(start);
        waiting.enter(takenAt);
    }

    /**
     * The instruction that has entered last is an atomic some of whose lanes met on a word: it is sent lane by lane, and a scheduler has
     * few such ones on their way at a time. The warp goes on when all lanes are answered.
     *
     * @param start when it issues
     * @param cycles how long it is on its way
     */
    public void replay(long start, long cycles) {
        long end = replays.roomAt(start) + cycles;
        replays.enter(end);
        goesOnAt = Math.max(goesOnAt, end);
    }

    /** The cycle from which the warp of the instruction that has entered last may issue again. */
    public long goesOnAt() {
        return goesOnAt;
    }
}
