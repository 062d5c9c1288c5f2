package io.cdpsim.gpu.queue;

/**
 * A resource that holds a limited number of requests at a time, such as the requests of an SM that wait for their answers. When it is
 * full, the next one enters when the oldest leaves: answers come back in order.
 */
public final class OutstandingRequests {
    private final long[] leaves;
    private int oldest;

    /** @param requests how many it holds at a time, at least 1 */
    public OutstandingRequests(int requests) {
        leaves = new long[requests];
    }

    /** The earliest cycle, from now on, at which one more has room. */
    public long roomAt(long now) {
        return Math.max(now, leaves[oldest]);
    }

    /** One more enters, once it has room, and leaves at a time. */
    public void enter(long leavesAt) {
        enter(leavesAt, 1);
    }

    /** So many enter, each once it has room, and leave at a time. */
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
}
