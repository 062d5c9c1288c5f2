package io.cdpsim.gpu.link;

import io.cdpsim.gpu.queue.AddressQueues;
import io.cdpsim.gpu.queue.ServiceQueue;
import io.cdpsim.profile.HostLinkSpec;

/**
 * The host link as loads and stores of mapped host memory use it.
 *
 * <p>No cache holds mapped memory, and a second read of a line is sent only after the first has returned. Threads that poll one word
 * therefore queue for it (rulebook 24, M-6), and their queue delays others: copies over the link, and accesses to
 * device memory in the L2 slice that serves the mapped line. Loads of other mapped lines pass the queue.
 *
 * <p>A few SMs, those with the lowest numbers, have queue entries of their own. They get the first blocks of a grid; on an H200 these are the last eight SMs. A
 * request with a bypass does not wait for the loads of these SMs ({@link LinkBypass}). A request without one waits for all loads, and longer if more SMs poll
 * repeatedly: their loads are served twice until all others have been served once.
 */
public final class HostLink {
    private final int latencyCycles;
    private final int turnAroundCycles;
    private final long requestService;
    private final int ownWays;
    private final int ownWayLoads;
    private final long sharedWayCycles;
    private final LinkBypass ways;
    private final ServiceQueue reads = new ServiceQueue();
    private final ServiceQueue writes = new ServiceQueue();
    private final AddressQueues lines;
    /** For each SM, when its last load so far returns. */
    private final long[] answeredAt;

    private long lastCameAt;

    /**
     * An idle link.
     *
     * @param ways what bypasses the loads of polling threads
     * @param sms the SMs of the device
     */
    public HostLink(HostLinkSpec spec, LinkBypass ways, double coreHertz, int sms) {
        this.ways = ways;
        latencyCycles = spec.mappedLoadLatencyCycles();
        requestService =
                ServiceQueue.fractions(coreHertz / spec.mappedRequests().perSecond());
        ownWays = Math.min(spec.mappedPrivateQueues(), sms);
        ownWayLoads = spec.mappedPrivateQueueLoads();
        answeredAt = new long[sms];
        turnAroundCycles = spec.mappedTurnAroundCycles();
        sharedWayCycles = (long) spec.mappedOutstanding() * (latencyCycles + turnAroundCycles);
        lines = new AddressQueues(latencyCycles);
    }

    /** Queues a load for a line of mapped memory. @return when the load is sent; the host reads its memory half a latency later */
    public long turnOf(int sm, long line, long now) {
        lastCameAt = now;
        long taken = reads.serve(now, requestService);
        long free = lines.freeAt(line);
        long turn = lines.lastTurn(line, 1, free > taken ? free + turnAroundCycles : taken);
        answeredAt[sm] = Math.max(answeredAt[sm], turn + latencyCycles);
        return turn;
    }

    /** Whether a load of the line would have to wait for others. */
    public boolean isWaitedFor(long line, long now) {
        return lines.freeAt(line) > now;
    }

    public int latencyCycles() {
        return latencyCycles;
    }

    /** Stores to mapped host memory. @return when the host sees it */
    public long store(long now) {
        return writes.serve(now, requestService) + latencyCycles / 2;
    }

    /** The cycle by which all loads so far have returned. */
    public long quietAt() {
        return lines.allServedAt();
    }

    /** When a fence to the system that reaches the link now completes: it waits for all earlier loads of all SMs. */
    public long passedAt(long now) {
        long backlog = quietAt() - now;
        return backlog <= 0 ? now : now + round(backlog, waitingSms(answeredAt.length, now), now);
    }

    /**
     * How long a copy that reaches the link now waits.
     *
     * @param further whether the copy has sent a window of bytes before
     */
    public long copyWaitCycles(boolean further, long now) {
        return blocked(quietAt() - now, now, further ? ways.separateDataPath() : ways.separateCommandPath());
    }

    /** How long accesses to device memory now wait in a path with queued loads of one line, if all of them have returned at a given cycle. */
    public long pathBlocked(long allBackAt, long now) {
        return blocked(allBackAt - now, now, ways.separateDataPath());
    }

    /**
     * A request with a bypass waits for none of the loads of a few SMs, up to a number of each. Loads beyond the capacity of the path
     * wait in their SM.
     */
    private long blocked(long backlog, long now, boolean isApart) {
        if (backlog <= 0) {
            return 0;
        }
        int waiting = waitingSms(answeredAt.length, now);
        if (!isApart) {
            return Math.min(round(backlog, waiting, now), sharedWayCycles);
        }
        double eachSm = Math.min((double) backlog / Math.max(1, waiting), (double) ownWayLoads * latencyCycles);
        long aside = Math.round(waitingSms(ownWays, now) * eachSm);
        return Math.min(backlog - aside, sharedWayCycles);
    }

    /**
     * The time until each load of a backlog has been served once. While served SMs poll again, the loads of SMs with their own entries are
     * up twice.
     */
    private long round(long backlog, int waiting, long now) {
        boolean comeAgain = now - lastCameAt < 2L * (latencyCycles + turnAroundCycles);
        return comeAgain && waiting > ownWays ? backlog + backlog * ownWays / waiting : backlog;
    }

    /** The SMs with an outstanding load among the first ones. */
    private int waitingSms(int first, long now) {
        int waiting = 0;
        for (int sm = 0; sm < first; sm++) {
            if (answeredAt[sm] > now) {
                waiting++;
            }
        }
        return waiting;
    }
}
