package io.cdpsim.gpu.posted;

import io.cdpsim.gpu.memory.AccessTiming;
import io.cdpsim.gpu.memory.DeviceData;
import io.cdpsim.gpu.memory.LineSet;
import io.cdpsim.gpu.memory.MemorySystem;
import io.cdpsim.gpu.parallel.ThreadTeam;
import io.cdpsim.gpu.progress.ProgressMonitor;
import io.cdpsim.gpu.queue.RequestBatch;
import io.cdpsim.gpu.spin.SpinParking;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * The order in which a device serves what its SMs have posted: by cycle, then by the number of the SM, then in the SM's own order. Nothing that could notice
 * the difference happens before all accesses up to its cycle are served.
 *
 * @param <W> the warps
 */
public final class RequestOrder<W extends PostingWarp> {
    /** Fewer requests are left to the calling thread. */
    private static final int WORTHWHILE_REQUESTS = 512;

    private final MemorySystem memory;
    private final DeviceData data;
    private final SpinParking<?> spinParking;
    private final ProgressMonitor watch;
    private final ThreadTeam team;
    private final LineSet accessed = new LineSet(1 << 16);
    private final LineSet accessedAgain = new LineSet(1 << 16);
    private final LineSet stored = new LineSet(1 << 16);
    private final List<PostedAccesses<W>> sms = new ArrayList<>();
    private final BitSet withUnserved = new BitSet();
    private long earliest = Long.MAX_VALUE;
    private final RequestBatch batch = new RequestBatch();
    private boolean isOpen;

    /** An order without SMs. */
    public RequestOrder(
            MemorySystem memory, DeviceData data, SpinParking<?> spinParking, ProgressMonitor watch, ThreadTeam team) {
        this.team = team;
        this.memory = memory;
        this.data = data;
        this.spinParking = spinParking;
        this.watch = watch;
    }

    /**
     * What the next SM posts, which is nothing yet.
     *
     * @param timing decides what depends on the SM alone
     */
    public PostedAccesses<W> addSm(AccessTiming timing) {
        PostedAccesses<W> ofSm = new PostedAccesses<>(sms.size(), timing, data, this);
        sms.add(ofSm);
        return ofSm;
    }

    /** Whether SMs post at present. */
    public boolean isOpen() {
        return isOpen;
    }

    /** From now on SMs post, or do not. No result depends on it. */
    public void open(boolean opens) {
        isOpen = opens;
    }

    /** An SM may have posted accesses. */
    void hasPosted(PostedAccesses<W> ofSm) {
        long first = ofSm.firstUnserved();
        if (first != Long.MAX_VALUE) {
            withUnserved.set(ofSm.sm());
            earliest = Math.min(earliest, first);
        }
    }

    /** The cycle of the first access that is not served; {@link Long#MAX_VALUE} if all are. */
    public long firstUnserved() {
        return earliest;
    }

    /** Serves all accesses up to a cycle, that cycle included. */
    public void serveThrough(long cycle) {
        serveThrough(cycle, Integer.MAX_VALUE);
    }

    /** Serves all accesses before a cycle, and those of that cycle of the SMs up to one. */
    public void serveThrough(long cycle, int sm) {
        if (!serveRequests(cycle, sm)) {
            return;
        }
        for (int i = 0; i < batch.count(); i++) {
            int r = batch.at(i);
            if (batch.isFirst(r)) {
                move(access(r));
            }
        }
    }

    /** Puts the accesses up to a cycle, of that cycle those of the SMs up to one, in order and serves their requests. @return whether there are any */
    private boolean serveRequests(long cycle, int sm) {
        if (earliest > cycle) {
            return false;
        }
        batch.clear();
        gather(cycle, sm);
        if (batch.count() == 0) {
            return false;
        }
        batch.sort();
        serve();
        batch.answer();
        return true;
    }

    private PostedAccess<W> access(int request) {
        return sms.get(batch.sm(request)).access(batch.access(request));
    }

    /**
     * Serves all accesses up to a cycle, and leaves values whose order does not matter to the SMs, which move them when they
     * {@linkplain PostedAccesses#takeAnswers take their answers}: all of them do so before anything else happens.
     */
    public void serveAllThrough(long cycle) {
        if (!serveRequests(cycle, Integer.MAX_VALUE)) {
            return;
        }
        accessed.clear();
        accessedAgain.clear();
        stored.clear();
        for (int r = 0; r < batch.count(); r++) {
            long line = batch.line(r);
            (accessed.mayContain(line) ? accessedAgain : accessed).add(line);
            if (batch.isStore(r)) {
                stored.add(line);
            }
        }
        for (int i = 0; i < batch.count(); i++) {
            int r = batch.at(i);
            if (batch.isFirst(r) && isOrdered(r)) {
                move(access(r));
            }
        }
    }

    /** Whether it matters in which order the values of an access are moved. */
    private boolean isOrdered(int first) {
        return batch.isStore(first)
                ? anyIn(accessedAgain, first)
                        || spinParking.isWatching()
                        || !access(first).storesInPlace(data)
                : anyIn(stored, first);
    }

    /** Whether a set may contain a line of an access. */
    private boolean anyIn(LineSet lines, int first) {
        int r = first;
        do {
            if (lines.mayContain(batch.line(r))) {
                return true;
            }
            r++;
        } while (batch.isOfOneAccess(first, r));
        return false;
    }

    /** Serves the requests in order. Different threads serve those of different slices, and then of different channels. */
    private void serve() {
        int parts = batch.count() < WORTHWHILE_REQUESTS ? 1 : team.threads();
        memory.divideAmongSlices(batch, parts);
        inParts(parts, part -> memory.startAtSlices(batch.part(part)));
        memory.divideAmongChannels(batch, parts);
        inParts(parts, part -> memory.serveAtChannels(batch.part(part), part));
        memory.finish(batch);
    }

    private void inParts(int parts, IntConsumer runs) {
        if (parts == 1) {
            runs.accept(0);
        } else {
            team.run(parts, runs);
        }
    }

    private void move(PostedAccess<W> access) {
        if (access.move(data)) {
            watch.progressed();
            if (spinParking.isWatching()) {
                for (int m = access.lanes(); m != 0; m &= m - 1) {
                    spinParking.changed(
                            access.address(Integer.numberOfTrailingZeros(m)), access.bytes(), access.cycle());
                }
            }
        }
    }

    private void gather(long cycle, int lastSm) {
        earliest = Long.MAX_VALUE;
        for (int sm = withUnserved.nextSetBit(0); sm >= 0; sm = withUnserved.nextSetBit(sm + 1)) {
            PostedAccesses<W> posted = sms.get(sm);
            posted.giveTo(batch, sm <= lastSm ? cycle : cycle - 1);
            if (posted.firstUnserved() == Long.MAX_VALUE) {
                withUnserved.clear(sm);
            } else {
                earliest = Math.min(earliest, posted.firstUnserved());
            }
        }
    }
}
