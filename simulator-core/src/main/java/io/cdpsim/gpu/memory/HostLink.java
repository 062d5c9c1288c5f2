package io.cdpsim.gpu.memory;

import io.cdpsim.gpu.queue.AddressQueues;
import io.cdpsim.gpu.queue.ServiceQueue;
import io.cdpsim.profile.HostLinkSpec;

/**
 * The link to the host as loads and stores of mapped host memory use it.
 *
 * <p>Nothing caches mapped memory, and a second read of a line goes out only once the first has come back. Threads that poll one word so
 * stand in line for it (rulebook 24, M-6), and the line they stand in is on the way of others: of copies over the link, and of accesses to
 * device memory in the slice of the L2 that the mapped line goes through. Loads of other mapped lines pass it.
 *
 * <p>A few SMs have ways of their own into that line. Whoever has his own way too finds their loads aside ({@link LinkBypass}). Whoever has
 * not waits for all loads, and longer if more SMs than these poll again and again: theirs come up twice until all others have come up once.
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
    /** For each SM, when its last load so far comes back. */
    private final long[] answeredAt;

    private long lastCameAt;

    HostLink(HostLinkSpec spec, LinkBypass ways, double coreHertz, int sms) {
        this.ways = ways;
        latencyCycles = spec.mappedLoadLatencyCycles();
        requestService =
                ServiceQueue.fractions(coreHertz / spec.mappedRequests().perSecond());
        ownWays = spec.mappedPrivateQueues();
        ownWayLoads = spec.mappedPrivateQueueLoads();
        answeredAt = new long[sms];
        turnAroundCycles = spec.mappedTurnAroundCycles();
        sharedWayCycles = (long) spec.mappedOutstanding() * (latencyCycles + turnAroundCycles);
        lines = new AddressQueues(latencyCycles);
    }

    /** Takes a turn of a line of mapped memory. @return when the load goes out; the host's memory has it half a latency later */
    long turnOf(int sm, long line, long now) {
        lastCameAt = now;
        long taken = reads.serve(now, requestService);
        long free = lines.freeAt(line);
        long turn = lines.lastTurn(line, 1, free > taken ? free + turnAroundCycles : taken);
        answeredAt[sm] = Math.max(answeredAt[sm], turn + latencyCycles);
        return turn;
    }

    /** Whether a load of the line would have to wait for others. */
    boolean isWaitedFor(long line, long now) {
        return lines.freeAt(line) > now;
    }

    int latencyCycles() {
        return latencyCycles;
    }

    /** Stores to mapped host memory. @return when the host sees it */
    long store(long now) {
        return writes.serve(now, requestService) + latencyCycles / 2;
    }

    /** The cycle by which all loads so far have come back. */
    long quietAt() {
        return lines.allServedAt();
    }

    /** When a fence to the system that reaches the link now is done: it waits for all loads that are there, whoever sent them. */
    long passedAt(long now) {
        long backlog = quietAt() - now;
        return backlog <= 0 ? now : now + round(backlog, waitingSms(now), now);
    }

    /**
     * How long a copy that comes to the link now waits.
     *
     * @param further whether it has sent a window of bytes already, and this is another
     */
    public long copyWaitCycles(boolean further, long now) {
        return blocked(quietAt() - now, now, further ? ways.separateDataPath() : ways.separateCommandPath());
    }

    /** How long accesses to device memory now wait on a way that loads of one line stand in, if all of them have come back at a cycle. */
    long pathBlocked(long allBackAt, long now) {
        return blocked(allBackAt - now, now, ways.separateDataPath());
    }

    /**
     * The loads of a few SMs stand where they are in nobody's way that has one of his own, up to a number of each. What the way does not
     * hold waits in its SM.
     */
    private long blocked(long backlog, long now, boolean isApart) {
        if (backlog <= 0) {
            return 0;
        }
        int waiting = waitingSms(now);
        if (!isApart) {
            return Math.min(round(backlog, waiting, now), sharedWayCycles);
        }
        double eachSm = Math.min((double) backlog / Math.max(1, waiting), (double) ownWayLoads * latencyCycles);
        long aside = Math.round(Math.min(waiting, ownWays) * eachSm);
        return Math.min(backlog - aside, sharedWayCycles);
    }

    /**
     * Until each load of a backlog has come up once. As long as those that have come up come again, those of SMs with their own ways come
     * up twice.
     */
    private long round(long backlog, int waiting, long now) {
        boolean comeAgain = now - lastCameAt < 2L * (latencyCycles + turnAroundCycles);
        return comeAgain && waiting > ownWays ? backlog + backlog * ownWays / waiting : backlog;
    }

    /** SMs that wait for an answer. */
    private int waitingSms(long now) {
        int waiting = 0;
        for (long back : answeredAt) {
            if (back > now) {
                waiting++;
            }
        }
        return waiting;
    }
}
