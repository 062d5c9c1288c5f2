package io.cdpsim.gpu.queue;

import java.util.Arrays;

/**
 * A limited number of outstanding requests, such as the miss-status holding registers (MSHRs) of an SM. When all are in use, the next
 * request enters when the oldest leaves: answers return in order.
 */
public final class OutstandingRequests {
    private static final long UNKNOWN = Long.MAX_VALUE;

    /** Places at first: each SM has its own, and most programs need few. */
    private static final int FEWEST = 16;

    private final int most;
    /** When the request in each place leaves. No request has been in the places that are not yet allocated. */
    private long[] leaves;

    private int oldest;

    /** @param requests most requests outstanding at a time, at least 1 */
    public OutstandingRequests(int requests) {
        most = requests;
        leaves = new long[Math.min(FEWEST, requests)];
    }

    /** The place behind the last one allocated: a new one, or the first if there are enough. */
    private int behindLast() {
        int place = leaves.length;
        if (place == most) {
            return 0;
        }
        leaves = Arrays.copyOf(leaves, Math.min(2 * place, most));
        return place;
    }

    /** The earliest cycle at which one more request can enter. */
    public long freeSlotAtCycle(long now) {
        return Math.max(now, leaves[oldest]);
    }

    /** Adds a request, which enters once a slot is free, and leaves at a cycle. */
    public void enter(long leavesAt) {
        enter(leavesAt, 1);
    }

    /** Adds several requests, each of which enters once a slot is free and leaves at a cycle. */
    public void enter(long leavesAt, int requests) {
        int at = oldest;
        for (int i = 0; i < requests; i++) {
            leaves[at] = Math.max(leaves[at], leavesAt);
            if (++at == leaves.length) {
                at = behindLast();
            }
        }
        oldest = at;
    }

    /** Whether it is known when each of several more requests can enter: none of the oldest is unanswered. */
    public boolean knowsSlots(int requests) {
        if (requests > most) {
            return false;
        }
        for (int i = 0, at = oldest; i < requests; i++) {
            if (leaves[at] == UNKNOWN) {
                return false;
            }
            if (++at == leaves.length) {
                at = behindLast();
            }
        }
        return true;
    }

    /** Adds a request of which nobody knows yet when it leaves. @return its place, for {@link #answered} */
    public int enterUnanswered() {
        int place = oldest;
        leaves[place] = UNKNOWN;
        oldest = place + 1 == leaves.length ? behindLast() : place + 1;
        return place;
    }

    /** A request leaves at a cycle. */
    public void answered(int place, long leavesAt) {
        leaves[place] = leavesAt;
    }
}
