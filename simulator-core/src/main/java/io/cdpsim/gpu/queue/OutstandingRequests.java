package io.cdpsim.gpu.queue;

/**
 * A limited number of outstanding requests, such as the miss-status holding registers (MSHRs) of an SM. When all are in use, the next
 * request enters when the oldest leaves: answers return in order.
 */
public final class OutstandingRequests {
    private static final long UNKNOWN = Long.MAX_VALUE;

    private final long[] leaves;
    private int oldest;

    /** @param requests most requests outstanding at a time, at least 1 */
    public OutstandingRequests(int requests) {
        leaves = new long[requests];
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
                at = 0;
            }
        }
        oldest = at;
    }

    /** Whether it is known when each of several more requests can enter: none of the oldest is unanswered. */
    public boolean knowsSlots(int requests) {
        if (requests > leaves.length) {
            return false;
        }
        for (int i = 0, at = oldest; i < requests; i++) {
            if (leaves[at] == UNKNOWN) {
                return false;
            }
            if (++at == leaves.length) {
                at = 0;
            }
        }
        return true;
    }

    /** Adds a request of which nobody knows yet when it leaves. @return its place, for {@link #answered} */
    public int enterUnanswered() {
        int place = oldest;
        leaves[place] = UNKNOWN;
        oldest = place + 1 == leaves.length ? 0 : place + 1;
        return place;
    }

    /** A request leaves at a cycle. */
    public void answered(int place, long leavesAt) {
        leaves[place] = leavesAt;
    }
}
