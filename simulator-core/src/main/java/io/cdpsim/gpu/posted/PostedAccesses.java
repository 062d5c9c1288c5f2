package io.cdpsim.gpu.posted;

import io.cdpsim.gpu.issue.Scoreboard;
import io.cdpsim.gpu.memory.AccessTiming;
import io.cdpsim.gpu.memory.DeviceData;
import io.cdpsim.gpu.queue.PostedRequests;
import io.cdpsim.gpu.queue.ReadyQueue;
import io.cdpsim.gpu.queue.RequestBatch;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Modifiers.Access;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The accesses to global memory that one SM has posted while it ran ahead of the clock, and the warps that wait for their values.
 *
 * <p>The SM itself decides all that depends on the SM alone: ports, its L1 cache, and how many requests are outstanding. The rest is decided once
 * {@link RequestOrder} serves the access: what the L2 cache and the memory answer, and the values.
 *
 * @param <W> the warps
 */
public final class PostedAccesses<W extends PostingWarp> {
    private final int sm;
    private final AccessTiming timing;
    private final DeviceData data;
    private final PostedRequests requests;
    private final RequestOrder<W> order;
    /** In the order of their cycles; the objects are reused. */
    private final List<PostedAccess<W>> accesses = new ArrayList<>();

    private int count;
    /** The requests whose answers the SM has taken, up to one. */
    private int takenRequests;

    private int servedRequests;
    private final List<W> waiting = new ArrayList<>();
    private long[] since = new long[16];
    private long[] turns = new long[16];
    /** For each waiting warp, whether its turn is known but for the cycle: it is the number of the turn. */
    private boolean[] takeTurns = new boolean[16];

    PostedAccesses(int sm, AccessTiming timing, DeviceData data, RequestOrder<W> order) {
        this.order = order;
        this.data = data;
        this.sm = sm;
        this.timing = timing;
        this.requests = timing.posted();
    }

    int sm() {
        return sm;
    }

    private PostedAccess<W> next(W warp, Instruction in) {
        if (count == accesses.size()) {
            accesses.add(new PostedAccess<>(warp, in));
        }
        return accesses.get(count++);
    }

    /**
     * Posts a load.
     *
     * @param in the load
     * @param addresses of its lanes
     * @param register its first register, counted in the warp's whole file
     * @param cycle the place in the order of accesses
     * @param time when the load issues
     */
    public void load(W warp, Instruction in, int lanes, long[] addresses, int register, long cycle, long time) {
        Access access = (Access) in.modifiers();
        int first = requests.count();
        boolean row = timing.isRowOfWords(access);
        long earliest = timing.postLoad(access, lanes, time);
        PostedAccess<W> posted = next(warp, in);
        posted.startLoad(warp, in, lanes, addresses, row, register, cycle);
        posted.requests(first, requests.count(), earliest);
        requests.areOf(first, count - 1, cycle);
    }

    /**
     * Posts a store.
     *
     * @param in the store
     * @param addresses of its lanes
     * @param values an array with the values of its registers
     * @param at index of the first value
     * @param cycle the place in the order of accesses
     * @param time when the store issues
     */
    public void store(
            W warp, Instruction in, int lanes, long[] addresses, long[] values, int at, long cycle, long time) {
        Access access = (Access) in.modifiers();
        int first = requests.count();
        boolean row = timing.isRowOfWords(access);
        long earliest = timing.postStore(access, lanes, time);
        PostedAccess<W> posted = next(warp, in);
        posted.startStore(warp, in, lanes, addresses, row, values, at, cycle);
        posted.requests(first, requests.count(), earliest);
        requests.areOf(first, count - 1, cycle);
    }

    /**
     * A warp waits for the values of a posted load.
     *
     * @param cycle when it could go on otherwise
     * @param turn its turn among the warps of that cycle
     */
    public void waits(W warp, long cycle, long turn) {
        waits(warp, cycle, turn, false);
    }

    /**
     * A warp waits for the values of a posted load, and takes its turn among the warps of the cycle at which it goes on.
     *
     * @param cycle when it could go on otherwise
     * @param number that of the turn on its scheduler: warps that wait for nothing posted take theirs now too
     */
    public void waitsForTurn(W warp, long cycle, long number) {
        waits(warp, cycle, number, true);
    }

    private void waits(W warp, long cycle, long turn, boolean takesTurn) {
        int at = waiting.size();
        if (at == since.length) {
            since = Arrays.copyOf(since, 2 * at);
            turns = Arrays.copyOf(turns, 2 * at);
            takeTurns = Arrays.copyOf(takeTurns, 2 * at);
        }
        waiting.add(warp);
        since[at] = cycle;
        turns[at] = turn;
        takeTurns[at] = takesTurn;
    }

    /** What the SM has posted is served in its turn. */
    public void submit() {
        order.hasPosted(this);
    }

    /** Completes what SMs have posted up to a cycle: all before it, and of it what SMs up to this one have posted. */
    public void settle(long cycle, ReadyQueue<W> agenda) {
        submit();
        order.serveThrough(cycle, sm);
        takeAnswers(agenda);
    }

    /** Whether the SM posts at present. */
    public boolean isOpen() {
        return order.isOpen();
    }

    /** Whether a warp waits for a posted load. */
    public boolean isWaitedFor() {
        return !waiting.isEmpty();
    }

    /** Whether there are answers to {@linkplain #takeAnswers take}. */
    public boolean isAnswered() {
        return takenRequests < servedRequests;
    }

    /** The cycle of the first access that is not served; {@link Long#MAX_VALUE} if all are. */
    long firstUnserved() {
        return servedRequests < requests.count() ? requests.cycle(servedRequests) : Long.MAX_VALUE;
    }

    /** Adds the requests of its accesses up to a cycle, which are about to be served, to a batch. */
    void giveTo(RequestBatch batch, long throughCycle) {
        int first = servedRequests;
        int end = first;
        while (end < requests.count() && requests.cycle(end) <= throughCycle) {
            end++;
        }
        servedRequests = end;
        batch.add(requests, sm, timing.place(), first, end);
    }

    /** An access by its number. */
    PostedAccess<W> access(int number) {
        return accesses.get(number);
    }

    /**
     * Takes the answers of all served accesses: warps that waited for them go on.
     *
     * @param agenda the warps of the SM that know when they go on
     * @return whether memory changed
     */
    public boolean takeAnswers(ReadyQueue<W> agenda) {
        boolean changes = false;
        if (isAnswered()) {
            while (takenRequests < servedRequests) {
                PostedAccess<W> access = accesses.get(requests.access(takenRequests));
                takenRequests = access.endRequest();
                changes |= access.moveNow(data);
                access.isDone(timing.answers(access.firstRequest(), access.endRequest()));
            }
            if (takenRequests == requests.count()) {
                count = 0;
                servedRequests = 0;
                takenRequests = 0;
                requests.clear();
            }
            int left = 0;
            for (int i = 0; i < waiting.size(); i++) {
                W warp = waiting.get(i);
                long ready = warp.operandsReady(warp.next());
                if (ready == Scoreboard.UNKNOWN) {
                    waiting.set(left, warp);
                    since[left] = since[i];
                    turns[left] = turns[i];
                    takeTurns[left++] = takeTurns[i];
                } else {
                    long cycle = Math.max(since[i], ready);
                    agenda.add(cycle, takeTurns[i] ? warp.takesTurn(cycle, turns[i]) : turns[i], warp);
                }
            }
            waiting.subList(left, waiting.size()).clear();
        }
        return changes;
    }
}
