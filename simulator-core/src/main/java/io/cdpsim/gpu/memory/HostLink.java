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
 */
public final class HostLink {
    private final int latencyCycles;
    private final long requestService;
    private final int ownWays;
    private final int ownWayLoads;
    private final long sharedWayCycles;
    private final ServiceQueue reads = new ServiceQueue();
    private final ServiceQueue writes = new ServiceQueue();
    private final AddressQueues lines;
    /** For each SM, when its last load so far comes back. */
    private final long[] answeredAt;

    HostLink(HostLinkSpec spec, double coreHertz, int sms) {
        latencyCycles = spec.mappedLoadLatencyCycles();
        requestService = ServiceQueue.fractions(coreHertz / spec.mappedRequestsPerSecond());
        ownWays = spec.mappedOwnWays();
        ownWayLoads = spec.mappedOwnWay();
        answeredAt = new long[sms];
        sharedWayCycles = (long) spec.mappedOutstanding() * latencyCycles;
        lines = new AddressQueues(latencyCycles);
    }

    /** Takes a turn of a line of mapped memory. @return when the load goes out; the host's memory has it half a latency later */
    long turnOf(int sm, long line, long now) {
        long turn = lines.lastTurn(line, 1, reads.serve(now, requestService));
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

    /** The cycle by which all loads so far have come back. A fence to the system waits for that, whoever sent them. */
    long quietAt() {
        return lines.allServedAt();
    }

    /** How long a copy that comes to the link now waits. */
    public long copyWaitCycles(long now) {
        return wayBlocked(quietAt(), now);
    }

    /**
     * How long others now wait on a way that loads of one line stand in, if all of them have come back at a cycle: the loads of a few SMs
     * stand where they are in nobody's way, up to a number of each, and what the way does not hold waits in its SM.
     */
    long wayBlocked(long allBackAt, long now) {
        long backlog = allBackAt - now;
        if (backlog <= 0) {
            return 0;
        }
        int waiting = 0;
        for (long back : answeredAt) {
            if (back > now) {
                waiting++;
            }
        }
        double eachSm = Math.min((double) backlog / Math.max(1, waiting), (double) ownWayLoads * latencyCycles);
        long aside = Math.round(Math.min(waiting, ownWays) * eachSm);
        return Math.min(backlog - aside, sharedWayCycles);
    }
}
