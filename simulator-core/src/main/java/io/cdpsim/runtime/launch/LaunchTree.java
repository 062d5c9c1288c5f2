package io.cdpsim.runtime.launch;

import io.cdpsim.gpu.grid.CachePreference;
import io.cdpsim.gpu.grid.Grid;
import io.cdpsim.observe.RunEvent.WaitReason;
import io.cdpsim.runtime.launch.GridTable.GridKind;
import io.cdpsim.runtime.launch.GridTable.GridState;
import io.cdpsim.runtime.launch.LaunchTiming.Turn;
import io.cdpsim.runtime.launch.PendingLaunchPool.PoolPlace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Who waits for whom among the grids of one device, and what happens when one of them is done. Common to both versions. It knows no time:
 * what may happen it says to a {@link LaunchTiming}, which calls back when it does.
 *
 * <p>A grid is complete once all its threads have exited, everything it posted to ordinary streams is complete, and so are its tail
 * launches (rules NEST-1, NEST-5, TAIL-2, TAIL-3). Only then may the next in its stream start (rules STR-7, TAIL-4).
 */
public final class LaunchTree {
    private final GridTable grids;
    private final StreamTable streams;
    private final PendingLaunchPool pool;
    private final LaunchTiming timing;
    private final WorkExecutor work;
    private final boolean holdsChildren;
    private final SuccessorLists successors = new SuccessorLists();
    private final Map<Integer, List<Integer>> held = new HashMap<>();
    private final Set<Integer> synchronizing = new HashSet<>();
    private final RuntimeMetrics metrics;
    private final CachePreferences cachePreferences = new CachePreferences();
    private final DynamicSharedLimits sharedOptIns = new DynamicSharedLimits();

    /**
     * A tree without grids.
     *
     * @param holdsChildren whether a child waits for its parent's threads although nothing forces it to (rule LNCH-3)
     */
    public LaunchTree(
            GridTable grids,
            StreamTable streams,
            PendingLaunchPool pool,
            RuntimeMetrics metrics,
            LaunchTiming timing,
            WorkExecutor work,
            boolean holdsChildren) {
        this.grids = grids;
        this.streams = streams;
        this.pool = pool;
        this.metrics = metrics;
        this.timing = timing;
        this.work = work;
        this.holdsChildren = holdsChildren;
    }

    /** Puts an entry behind the last of its stream, if any, the NULL stream or another (rules STR-5, STR-7, STR-15). */
    public void enqueue(int entry, int stream) {
        grids.stream(entry, stream);
        int last = streams.last(stream);
        if (last != 0) {
            waitFor(entry, last);
            timing.queues(entry, last);
        }
        streams.last(stream, entry);
    }

    /** Lets an entry wait for another. */
    public void waitFor(int entry, int other) {
        grids.block(entry);
        grids.firstSuccessor(other, successors.add(grids.firstSuccessor(other), entry));
    }

    /** Counts an entry among the children of the grid that posted it, whichever its stream and block (rules FAF-2, FAF-6, NEST-3). */
    public void adopt(int entry) {
        int parent = grids.parent(entry);
        if (parent != 0) {
            grids.changeChildren(parent, 1);
        }
    }

    /** Puts a grid at the end of the tail-launch stream of the grid that posted it, itself a tail perhaps (rules TAIL-1, TAIL-7). */
    public void adoptTail(int entry) {
        int parent = grids.parent(entry);
        grids.block(entry);
        if (grids.firstTail(parent) != 0) {
            timing.queuesAsTail(entry);
        }
        grids.addTail(parent, entry);
    }

    /** All that must be said about an entry has been said: it starts when it can. */
    public void posted(int entry) {
        posted(entry, false);
    }

    /** The same for a launch, which may be that of the first lane of a call. */
    public void posted(int entry, boolean firstOfCall) {
        // Rule STR-8: nothing but what is before it in its own stream, or a wait there, holds it up.
        if (grids.blockedBy(entry) == 0) {
            turn(entry, firstOfCall ? Turn.POSTED_FIRST_OF_CALL : Turn.POSTED);
        } else {
            boolean tail = grids.kind(entry) == GridKind.TAIL_GRID;
            work.waits(entry, tail ? WaitReason.PARENT_END : WaitReason.PREDECESSOR);
        }
    }

    private void turn(int entry, Turn turn) {
        timing.turn(entry, turn);
        if (!holdsChildren || !hold(entry)) {
            grids.state(entry, GridState.READY);
            timing.start(entry);
        }
    }

    /** Keeps a child from starting as long as its parent runs, as it may (rules LNCH-3, CONC-1, MEM-5). @return whether it is kept */
    private boolean hold(int entry) {
        int parent = grids.parent(entry);
        if (parent == 0 || grids.state(parent) != GridState.RUNNING || synchronizing.contains(parent)) {
            return false;
        }
        held.computeIfAbsent(parent, key -> new ArrayList<>()).add(entry);
        work.waits(entry, WaitReason.PARENT_END);
        return true;
    }

    /** Whether an entry could start if its parent's threads had exited (rule LNCH-3). */
    public boolean isHeld(int entry) {
        return held.getOrDefault(grids.parent(entry), List.of()).contains(entry);
    }

    /** The children of a grid need not be kept any longer: its threads have exited, or wait for them (rule SYNC-1). */
    public void releaseHeld(int parent) {
        if (holdsChildren) {
            synchronizing.add(parent);
            List<Integer> children = held.remove(parent);
            if (children != null) {
                children.forEach(child -> turn(child, Turn.RELEASED));
            }
        }
    }

    /** The time has come for an entry to start. */
    public void start(int entry) {
        if (work.isAbandoned()) {
            // Rule ERR-7: what is left of the launch tree is abandoned.
            return;
        }
        if (grids.kind(entry) == GridKind.EVENT_WAIT) {
            complete(entry);
        } else if (grids.isMemoryOperation(entry)) {
            grids.state(entry, GridState.RUNNING);
            work.runMemoryOperation(entry);
        } else {
            work.submit(entry);
        }
    }

    /** The preferences that the host has set for caches. */
    public CachePreferences cachePreferences() {
        return cachePreferences;
    }

    /** How much shared memory kernels may have. */
    public DynamicSharedLimits sharedOptIns() {
        return sharedOptIns;
    }

    /** Makes the grid of an entry whose turn on the device has come. It has the device's settings from its parent (rule ENV-1). */
    public Grid admit(int entry) {
        grids.state(entry, GridState.RUNNING);
        metrics.gridsRun++;
        int parent = grids.parent(entry);
        CachePreference inherited = parent == 0 ? cachePreferences.ofDevice() : grids.cachePreference(parent);
        grids.cachePreference(entry, inherited);
        return new Grid(
                entry,
                grids.number(entry),
                grids.kernel(entry),
                grids.shape(entry),
                grids.parameters(entry),
                cachePreferences.of(grids.kernel(entry), inherited));
    }

    /** All threads of a grid have exited and hold no SM; what they have posted goes on (rules LNCH-13, NEST-4). */
    public void bodyEnded(int entry) {
        work.bodyEnded(entry);
        grids.state(entry, GridState.BODY_ENDED);
        releaseHeld(entry);
        drain(entry);
    }

    private void drain(int entry) {
        // Rules NEST-1, NEST-5, NEST-7 and TAIL-6: all that it posted comes first, with or without a wait of its own.
        if (grids.state(entry) != GridState.BODY_ENDED || grids.children(entry) != 0) {
            return;
        }
        // Rules TAIL-2, TAIL-10, TAIL-5, FAF-7: its tails run now, before it is complete.
        int tail = grids.firstTail(entry);
        if (tail == 0) {
            grids.state(entry, GridState.COMPLETING);
            timing.complete(entry);
        } else if (grids.state(tail) == GridState.WAITING && grids.unblock(tail)) {
            // A tail that was posted waits for this alone. Its tails are spliced in behind it: a chain of them needs no
            // more places as it grows (TAIL-13, Q-5).
            pool.giveBack(grids.place(entry));
            grids.place(entry, PoolPlace.NONE);
            turn(tail, Turn.FIRST_TAIL);
        }
    }

    /** The time has come at which an entry is complete. */
    public void complete(int entry) {
        work.completed(entry);
        grids.state(entry, GridState.RETIRING);
        boolean retiresWithOthers = timing.completed(entry);
        int stream = grids.stream(entry);
        if (stream != 0) {
            streams.completed(stream, entry);
        }
        // Rules STR-7, TAIL-4, EVT-8, MEM-6 and CONC-2: now, not earlier, is the turn of what waits for it.
        for (int link = grids.firstSuccessor(entry); link != 0; ) {
            int waiting = successors.entry(link);
            int next = successors.next(link);
            successors.release(link);
            if (grids.unblock(waiting)) {
                turn(waiting, Turn.PREDECESSOR);
            }
            link = next;
        }
        synchronizing.remove(entry);
        GridKind kind = grids.kind(entry);
        // Rule NEST-6.
        if (kind == GridKind.HOST_GRID) {
            work.hostGridCompleted(entry);
        } else if (kind == GridKind.TAIL_GRID) {
            startNextTail(grids.parent(entry));
        }
        if (!retiresWithOthers) {
            timing.retire(entry);
        }
    }

    private void startNextTail(int parent) {
        // Rule TAIL-3.
        grids.dropFirstTail(parent);
        // A tail that has not retired keeps its grid from completing, as a child does.
        grids.changeChildren(parent, 1);
        int tail = grids.firstTail(parent);
        if (tail != 0 && grids.unblock(tail)) {
            turn(tail, Turn.NEXT_TAIL);
        }
    }

    /** The time has come to notify the parent of an entry and to give its place in the pool back. */
    public void retire(int entry) {
        int parent = grids.parent(entry);
        int record = grids.launchRecord(entry);
        long number = grids.number(entry);
        // Rule POOL-1.
        pool.giveBack(grids.place(entry));
        grids.remove(entry);
        // Rule NEST-2: its block may be complete with it.
        if (record != 0) {
            work.recordReleased(record, number);
        }
        if (parent != 0) {
            grids.changeChildren(parent, -1);
            drain(parent);
        }
    }

    /** Runs the entries that the {@link LaunchTree} starts, and is notified of their progress. */
    public interface WorkExecutor {
        /** Whether a fault has ended all on the device: what is left of the launch tree is abandoned (rule ERR-7). */
        boolean isAbandoned();

        /** An entry cannot start yet, for a reason that the tree knows. */
        void waits(int entry, WaitReason reason);

        /** A grid goes to the device. */
        void submit(int entry);

        /** A copy or a fill of device code has its turn. */
        void runMemoryOperation(int entry);

        /** All threads of a grid have exited. */
        void bodyEnded(int entry);

        /** An entry and all that it posted is complete. */
        void completed(int entry);

        /** A grid of the host is complete. */
        void hostGridCompleted(int entry);

        /** The launch with a number, made by a block that keeps a record (CDP1), is complete. */
        void recordReleased(int record, long number);
    }

    /** Who waits for whom: lists of entries, one for each entry that others wait for. */
    static final class SuccessorLists {
        private final ChunkedArray.OfInt waiting = new ChunkedArray.OfInt();
        private final ChunkedArray.OfInt next = new ChunkedArray.OfInt();
        private int freeHead;
        private int used = 1;

        /** Puts an entry before a list. @return the longer list */
        int add(int list, int entry) {
            int link;
            if (freeHead != 0) {
                link = freeHead;
                freeHead = next.get(link);
            } else {
                link = used++;
                waiting.ensureIndex(link);
                next.ensureIndex(link);
            }
            waiting.set(link, entry);
            next.set(link, list);
            return link;
        }

        int entry(int link) {
            return waiting.get(link);
        }

        int next(int link) {
            return next.get(link);
        }

        /** Frees one link. */
        void release(int link) {
            next.set(link, freeHead);
            freeHead = link;
        }
    }
}
