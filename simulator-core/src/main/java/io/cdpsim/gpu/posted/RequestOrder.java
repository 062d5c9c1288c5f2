package io.cdpsim.gpu.posted;

import io.cdpsim.gpu.memory.AccessTiming;
import io.cdpsim.gpu.memory.DeviceData;
import io.cdpsim.gpu.memory.LineSet;
import io.cdpsim.gpu.memory.MemorySystem;
import io.cdpsim.gpu.parallel.ThreadTeam;
import io.cdpsim.gpu.progress.ProgressMonitor;
import io.cdpsim.gpu.queue.PostedRequests;
import io.cdpsim.gpu.spin.SpinParking;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * The order in which a device serves what its SMs have posted: by cycle, then by the number of the SM, then in the SM's own order. Nothing that could notice
 * the difference happens before all accesses up to its cycle are served.
 *
 * @param <W> the warps
 */
public final class RequestOrder<W extends PostingWarp> {
    /** Fewer accesses are left to the calling thread. */
    private static final int WORTHWHILE_ACCESSES = 64;

    private final MemorySystem memory;
    private final DeviceData data;
    private final SpinParking<?> spinParking;
    private final ProgressMonitor watch;
    private final ThreadTeam team;
    private final LineSet stored = new LineSet(1 << 16);
    private final List<PostedAccesses<W>> sms = new ArrayList<>();
    private final BitSet withUnserved = new BitSet();
    private long earliest = Long.MAX_VALUE;
    private final List<PostedAccess<W>> gathered = new ArrayList<>();
    private final List<PostedAccess<W>> ordered = new ArrayList<>();
    private int[] atCycle = new int[512];

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
        for (PostedAccess<W> access : ordered) {
            move(access);
        }
        ordered.clear();
    }

    /** Puts the accesses up to a cycle, of that cycle those of the SMs up to one, in order and serves their requests. @return whether there are any */
    private boolean serveRequests(long cycle, int sm) {
        if (earliest > cycle) {
            return false;
        }
        gather(cycle, sm);
        if (gathered.isEmpty()) {
            return false;
        }
        sort();
        serve();
        return true;
    }

    /**
     * Does the same, and leaves values to the SMs that nothing changes before these {@linkplain PostedAccesses#takeAnswers take their answers}: all of them do so
     * before anything else happens.
     */
    public void serveAllThrough(long cycle) {
        if (!serveRequests(cycle, Integer.MAX_VALUE)) {
            return;
        }
        stored.clear();
        for (PostedAccess<W> access : ordered) {
            if (access.isStore()) {
                PostedRequests requests = access.from().requests();
                for (int r = access.firstRequest(); r < access.endRequest(); r++) {
                    stored.add(requests.line(r));
                }
            }
        }
        for (PostedAccess<W> access : ordered) {
            if (access.isStore() || meetsStore(access)) {
                move(access);
            } else {
                access.movesLater();
            }
        }
        ordered.clear();
    }

    private boolean meetsStore(PostedAccess<W> access) {
        PostedRequests requests = access.from().requests();
        for (int r = access.firstRequest(); r < access.endRequest(); r++) {
            if (stored.mayContain(requests.line(r))) {
                return true;
            }
        }
        return false;
    }

    /** Serves the requests in order. Different threads serve those of different slices, and then of different channels. */
    private void serve() {
        int parts = ordered.size() < WORTHWHILE_ACCESSES ? 1 : team.threads();
        if (parts == 1) {
            for (PostedAccess<W> access : ordered) {
                PostedAccesses<W> from = access.from();
                memory.serve(from.requests(), from.place(), access.firstRequest(), access.endRequest());
            }
            return;
        }
        memory.divide(parts);
        team.run(parts, part -> {
            for (PostedAccess<W> access : ordered) {
                PostedAccesses<W> from = access.from();
                memory.startAtSlices(
                        from.requests(), from.place(), access.firstRequest(), access.endRequest(), part, parts);
            }
        });
        team.run(parts, part -> {
            for (PostedAccess<W> access : ordered) {
                PostedAccesses<W> from = access.from();
                memory.serveAtChannels(
                        from.requests(), from.place(), access.firstRequest(), access.endRequest(), part, parts);
            }
        });
        memory.addUp();
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
            long through = sm <= lastSm ? cycle : cycle - 1;
            while (posted.firstUnserved() <= through) {
                gathered.add(posted.serveNext());
            }
            if (posted.firstUnserved() == Long.MAX_VALUE) {
                withUnserved.clear(sm);
            } else {
                earliest = Math.min(earliest, posted.firstUnserved());
            }
        }
    }

    /** Sorts what is gathered, SM by SM, by cycle. */
    private void sort() {
        long first = Long.MAX_VALUE;
        long last = 0;
        for (PostedAccess<W> access : gathered) {
            first = Math.min(first, access.cycle());
            last = Math.max(last, access.cycle());
        }
        int cycles = Math.toIntExact(last - first + 1);
        if (cycles >= atCycle.length) {
            atCycle = new int[2 * cycles];
        }
        Arrays.fill(atCycle, 0, cycles + 1, 0);
        for (PostedAccess<W> access : gathered) {
            atCycle[(int) (access.cycle() - first) + 1]++;
        }
        for (int c = 0; c < cycles; c++) {
            atCycle[c + 1] += atCycle[c];
        }
        ordered.addAll(gathered);
        for (PostedAccess<W> access : gathered) {
            ordered.set(atCycle[(int) (access.cycle() - first)]++, access);
        }
        gathered.clear();
    }
}
