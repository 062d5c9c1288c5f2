package io.cdpsim.memory.visibility.causality;

import io.cdpsim.memory.visibility.causality.CausalPast.CausalityQuery;
import io.cdpsim.memory.visibility.report.WriteVisibility;
import io.cdpsim.warp.Lanes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The clock and the causal pasts of a block's threads: the clock of the last barrier, and what each thread has acquired from other blocks. The host thread counts as a block of one thread.
 */
public final class BlockCausality {
    private final int uid;
    private final long index;
    private final GridCausality grid;
    private final int warps;
    private byte[] sharedMemory = new byte[0];
    private int sharedSlot = -1;
    private int clock = 1;
    private int barrierClock;
    private int @Nullable [] warpClocks;
    private @Nullable CausalPast shared;
    private @Nullable CausalPast @Nullable [] own;
    private @Nullable CausalPast joinedCommon;
    private @Nullable CausalPast joinedMine;
    private @Nullable CausalPast joined;
    private @Nullable ThreadFences fences;
    private @Nullable ObservedWrites observedWrites;
    private @Nullable LaunchHistory launches;
    private @Nullable Map<Integer, CausalPast> arrivals;
    private @Nullable List<GridCausality> tailsSinceBarrier;

    BlockCausality(int uid, long index, GridCausality grid, int warps) {
        this.uid = uid;
        this.index = index;
        this.grid = grid;
        this.warps = warps;
    }

    /** The number of the block among all blocks of the run. */
    public int uid() {
        return uid;
    }

    /** Index of the block in its grid. */
    public long index() {
        return index;
    }

    /** Its grid. */
    public GridCausality grid() {
        return grid;
    }

    /** Its shared memory; empty if it is unknown. */
    public byte[] shared() {
        return sharedMemory;
    }

    /** Sets its shared memory, which the block's threads change. */
    public void shared(byte[] memory) {
        sharedMemory = memory;
    }

    /** The place of its shared memory in a history of accesses; negative if it has none. */
    public int sharedSlot() {
        return sharedSlot;
    }

    /** Sets the place of its shared memory in a history of accesses. */
    public void sharedSlot(int slot) {
        sharedSlot = slot;
    }

    int clock() {
        return clock;
    }

    /** Advances the clock: another thread may acquire the accesses so far, but not later ones. */
    public void tick() {
        if (clock < Epoch.LAST_CLOCK) {
            clock++;
        }
    }

    int threads() {
        return warps << Lanes.SHIFT;
    }

    /** The clock of the last barrier, which orders all threads. */
    int barrierClock() {
        return barrierClock;
    }

    /** The clock of the last synchronisation of a thread's warp. */
    int warpClock(int thread) {
        int[] clocks = warpClocks;
        return clocks == null ? 0 : clocks[thread >>> Lanes.SHIFT];
    }

    /** The epoch of a thread's next access. */
    public long epoch(int thread) {
        return Epoch.of(uid, thread, clock);
    }

    /** The launches of the block, for waits in device code (CDP1). */
    public LaunchHistory launches() {
        LaunchHistory present = launches;
        if (present == null) {
            present = new LaunchHistory(false);
            launches = present;
        }
        return present;
    }

    /** The launches of the block; null without launches or without waits in device code. */
    @Nullable
    public LaunchHistory launchesIfAny() {
        return launches;
    }

    /** A warp arrives at a barrier that is not for all: the barrier keeps the pasts of its threads for the waiting ones. */
    public void arrive(int barrier, int warp) {
        Map<Integer, CausalPast> present = arrivals;
        if (present == null) {
            present = new HashMap<>();
            arrivals = present;
        }
        CausalPast all = present.computeIfAbsent(barrier, key -> new CausalPast());
        for (int t = warp << Lanes.SHIFT; t < (warp + 1) << Lanes.SHIFT; t++) {
            all.add(knowledge(t));
        }
        tick();
    }

    /** A barrier has opened for the waiting warps. */
    public void open(int barrier, long waitingWarps) {
        Map<Integer, CausalPast> present = arrivals;
        CausalPast all = present == null ? null : present.remove(barrier);
        if (all == null) {
            barrier();
            return;
        }
        for (long w = waitingWarps; w != 0; w &= w - 1) {
            int warp = Long.numberOfTrailingZeros(w);
            for (int t = warp << Lanes.SHIFT; t < (warp + 1) << Lanes.SHIFT; t++) {
                learn(t, all);
            }
        }
        tick();
    }

    /** A thread has launched a grid into the tail. */
    public void launchedTail(GridCausality tail) {
        List<GridCausality> present = tailsSinceBarrier;
        if (present == null) {
            present = new ArrayList<>(1);
            tailsSinceBarrier = present;
        }
        present.add(tail);
    }

    private void barrier() {
        barrierClock = clock;
        List<GridCausality> tails = tailsSinceBarrier;
        if (tails != null) {
            tails.forEach(each -> each.launchIsKnownAt(barrierClock));
            tailsSinceBarrier = null;
        }
        tick();
        @Nullable CausalPast[] each = own;
        if (each != null) {
            shared = allLearned();
            own = null;
        }
    }

    /** Lanes of a warp have met. */
    public void syncWarp(int warp, int lanes) {
        if (lanes != -1) {
            CausalPast all = new CausalPast();
            for (int m = lanes; m != 0; m &= m - 1) {
                all.add(knowledge((warp << Lanes.SHIFT) + Integer.numberOfTrailingZeros(m)));
            }
            for (int m = lanes; m != 0; m &= m - 1) {
                learn((warp << Lanes.SHIFT) + Integer.numberOfTrailingZeros(m), all);
            }
            tick();
            return;
        }
        int[] clocks = warpClocks;
        if (clocks == null) {
            clocks = new int[warps];
            warpClocks = clocks;
        }
        clocks[warp] = clock;
        tick();
        @Nullable CausalPast[] each = own;
        if (each != null) {
            CausalPast all = null;
            for (int t = warp << Lanes.SHIFT; t < (warp + 1) << Lanes.SHIFT; t++) {
                all = CausalPast.joined(all, each[t]);
            }
            for (int t = warp << Lanes.SHIFT; t < (warp + 1) << Lanes.SHIFT; t++) {
                each[t] = all;
            }
        }
    }

    /** The past that a thread has acquired since its grid started, without its own accesses. */
    @Nullable
    public CausalPast learned(int thread) {
        @Nullable CausalPast[] each = own;
        CausalPast mine = each == null ? null : each[thread];
        CausalPast common = shared;
        if (mine == null || common == null) {
            return mine == null ? common : mine;
        }
        if (common != joinedCommon || mine != joinedMine) {
            // Threads of a block mostly acquire the same past.
            joinedCommon = common;
            joinedMine = mine;
            joined = CausalPast.joined(common, mine);
        }
        return joined;
    }

    /** A thread acquires a past. */
    public void learn(int thread, CausalPast knowledge) {
        @Nullable CausalPast[] each = own;
        if (each == null) {
            each = new @Nullable CausalPast[threads()];
            own = each;
        }
        each[thread] = CausalPast.joined(each[thread], knowledge);
    }

    /** The past of a thread with its own accesses, to release. */
    public CausalPast knowledge(int thread) {
        CausalPast all = new CausalPast();
        all.addThread(grid, Epoch.threadKey(epoch(thread)), clock, barrierClock, warpClock(thread));
        CausalPast more = learned(thread);
        if (more != null) {
            all.add(more);
        }
        return all;
    }

    /** The clock of the last barrier of all its threads. */
    public int lastBarrier() {
        return barrierClock;
    }

    /** The clock of the last synchronization of the lanes of a thread's warp. */
    public int lastMeeting(int thread) {
        return warpClock(thread);
    }

    /** Whether any of its threads has acquired a past since the start of the grid. */
    public boolean hasLearned() {
        return shared != null || own != null;
    }

    /** What its threads have observed. */
    public ObservedWrites observedWrites() {
        ObservedWrites present = observedWrites;
        if (present == null) {
            present = new ObservedWrites();
            observedWrites = present;
        }
        return present;
    }

    /** What its threads have observed; null if that is nothing. */
    @Nullable
    public ObservedWrites observedWritesIfAny() {
        return observedWrites;
    }

    /** The fences of its threads. */
    public ThreadFences fences() {
        ThreadFences present = fences;
        if (present == null) {
            present = new ThreadFences(this);
            fences = present;
        }
        return present;
    }

    /** The fences of its threads; null without a fence. */
    @Nullable
    public ThreadFences fencesIfAny() {
        return fences;
    }

    /** The union of the pasts that its threads have acquired. */
    @Nullable
    public CausalPast allLearned() {
        CausalPast all = shared;
        @Nullable CausalPast[] each = own;
        if (each != null) {
            CausalPast last = null;
            for (CausalPast one : each) {
                if (one != last) {
                    all = CausalPast.joined(all, one);
                    last = one;
                }
            }
        }
        return all;
    }

    /** Whether a thread's past includes an access. */
    public boolean knows(int thread, CausalityQuery query) {
        long epoch = query.epoch();
        if (Epoch.block(epoch) == uid && knowsInBlock(thread, epoch)) {
            return true;
        }
        // The past of a grid's start has no access of the grid.
        if (query.grid() != grid && (grid.startFollows(query.grid(), epoch) || grid.startKnows(query))) {
            return true;
        }
        CausalPast common = shared;
        if (common != null && common.knows(query)) {
            return true;
        }
        @Nullable CausalPast[] each = own;
        CausalPast mine = each == null ? null : each[thread];
        return mine != null && mine.knows(query);
    }

    /** Which of the block's first threads have pasts that include an access. */
    public WriteVisibility visibility(CausalityQuery query, int count) {
        long epoch = query.epoch();
        CausalPast common = shared;
        if ((Epoch.block(epoch) == uid && Epoch.clock(epoch) <= barrierClock)
                || grid.startKnows(query)
                || (common != null && common.knows(query))) {
            return WriteVisibility.VISIBLE;
        }
        @Nullable CausalPast[] each = own;
        int knowing = 0;
        CausalPast last = null;
        boolean lastKnows = false;
        for (int thread = 0; thread < count; thread++) {
            CausalPast mine = each == null ? null : each[thread];
            if (mine != last) {
                // A query marks the pasts that lack the access, so each past is asked once.
                lastKnows = mine != null && mine.knows(query.again());
                last = mine;
            }
            boolean knows = (mine != null && lastKnows) || (Epoch.block(epoch) == uid && knowsInBlock(thread, epoch));
            knowing += knows ? 1 : 0;
        }
        return knowing == 0
                ? WriteVisibility.PENDING
                : knowing == count ? WriteVisibility.VISIBLE : WriteVisibility.PARTLY;
    }

    private boolean knowsInBlock(int thread, long epoch) {
        int other = Epoch.thread(epoch);
        int then = Epoch.clock(epoch);
        return other == thread
                || then <= barrierClock
                || ((other >>> Lanes.SHIFT) == (thread >>> Lanes.SHIFT) && then <= warpClock(thread));
    }
}
