package io.cdpsim.runtime.launch;

import io.cdpsim.gpu.grid.CachePreference;
import io.cdpsim.gpu.grid.Grid;
import io.cdpsim.observe.RunEvent.WaitReason;
import io.cdpsim.runtime.launch.GridTable.GridKind;
import io.cdpsim.runtime.launch.GridTable.GridState;
import io.cdpsim.runtime.launch.LaunchTiming.UnblockCause;
import io.cdpsim.runtime.launch.PendingLaunchPool.PoolSlot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The dependencies between the grids of one device, common to both versions of CDP. It has no notion of time: it reports each
 * possible step to a {@link LaunchTiming}, which calls back when the step happens.
 *
 * <p>A grid is complete when all its threads have exited, all work that it posted to ordinary streams is complete, and its tail
 * launches are complete (rules NEST-1, NEST-5, TAIL-2, TAIL-3). Only then may its successor in its stream start (rules STR-7,
 * TAIL-4).
 */
public final class LaunchTree implements LaunchTiming.LaunchSteps {
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
    private final DynamicSharedLimits dynamicSharedLimits = new DynamicSharedLimits();

    /**
     * A tree without grids.
     *
     * @param holdsChildren whether a child waits for its parent's threads, as the rules allow but do not require (rule LNCH-3)
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

    /** Appends an entry to a stream, the NULL stream or another (rules STR-5, STR-7, STR-15). */
    public void enqueue(int entry, int stream) {
        grids.stream(entry, streams.queue(stream));
        int last = streams.last(stream);
        if (last != 0) {
            waitFor(entry, last);
            timing.queued(entry, last);
        }
        streams.last(stream, entry);
    }

    /** Makes an entry wait for another. */
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

    /**
     * Appends a grid to the tail-launch stream of the grid that posted it, which may be a tail launch itself (rules TAIL-1,
     * TAIL-7).
     */
    public void adoptTail(int entry) {
        int parent = grids.parent(entry);
        grids.block(entry);
        if (grids.firstTail(parent) != 0) {
            timing.tailQueued(entry);
        }
        grids.addTail(parent, entry);
    }

    /** Posts an entry whose dependencies are set. It starts once they permit. */
    public void posted(int entry) {
        posted(entry, false);
    }

    /**
     * Posts an entry whose dependencies are set.
     *
     * @param firstOfCall whether the first lane of a launch call posts it
     */
    public void posted(int entry, boolean firstOfCall) {
        // Rule STR-8: it waits only for predecessors and event waits in its own stream.
        if (grids.blockedBy(entry) == 0) {
            unblocked(entry, firstOfCall ? UnblockCause.POSTED_FIRST_OF_CALL : UnblockCause.POSTED);
        } else {
            boolean tail = grids.kind(entry) == GridKind.TAIL_GRID;
            work.waits(entry, tail ? WaitReason.PARENT_END : WaitReason.PREDECESSOR);
        }
    }

    private void unblocked(int entry, UnblockCause cause) {
        timing.unblocked(entry, cause);
        if (!holdsChildren || !hold(entry)) {
            grids.state(entry, GridState.READY);
            timing.start(entry);
        }
    }

    /** Holds a child while its parent runs, as the rules allow (rules LNCH-3, CONC-1, MEM-5). @return whether it is held */
    private boolean hold(int entry) {
        int parent = grids.parent(entry);
        if (parent == 0 || grids.state(parent) != GridState.RUNNING || synchronizing.contains(parent)) {
            return false;
        }
        held.computeIfAbsent(parent, key -> new ArrayList<>()).add(entry);
        work.waits(entry, WaitReason.PARENT_END);
        return true;
    }

    /** Whether an entry is held until its parent's threads have exited (rule LNCH-3). */
    public boolean isHeld(int entry) {
        return held.getOrDefault(grids.parent(entry), List.of()).contains(entry);
    }

    /** Releases the held children of a grid whose threads have exited or wait for them (rule SYNC-1). */
    public void releaseHeld(int parent) {
        if (holdsChildren) {
            synchronizing.add(parent);
            List<Integer> children = held.remove(parent);
            if (children != null) {
                children.forEach(child -> unblocked(child, UnblockCause.RELEASED));
            }
        }
    }

    /** Starts an entry, when {@link LaunchTiming} decides. */
    @Override
    public void start(int entry) {
        if (work.isAbandoned()) {
            // Rule ERR-7: the rest of the launch tree is abandoned.
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

    /** The cache preferences that the host has set. */
    public CachePreferences cachePreferences() {
        return cachePreferences;
    }

    /** The dynamic shared memory limits of kernels. */
    public DynamicSharedLimits dynamicSharedLimits() {
        return dynamicSharedLimits;
    }

    /**
     * Creates the grid of an entry that the device starts to run. It inherits the device's settings from its parent (rule ENV-1).
     */
    public Grid admit(int entry) {
        grids.state(entry, GridState.RUNNING);
        metrics.gridsRun++;
        int parent = grids.parent(entry);
        CachePreference inherited = parent == 0 ? cachePreferences.device() : grids.cachePreference(parent);
        grids.cachePreference(entry, inherited);
        return new Grid(
                entry,
                grids.number(entry),
                grids.kernel(entry),
                grids.shape(entry),
                grids.parameters(entry),
                cachePreferences.of(grids.kernel(entry), inherited),
                parent == 0);
    }

    /** All threads of a grid have exited and hold no SM resources; work that they posted continues (rules LNCH-13, NEST-4). */
    public void threadsExited(int entry) {
        work.threadsExited(entry);
        grids.state(entry, GridState.THREADS_EXITED);
        releaseHeld(entry);
        drain(entry);
    }

    private void drain(int entry) {
        // Rules NEST-1, NEST-5, NEST-7 and TAIL-6: all work that it posted must complete, synchronised or not.
        if (grids.state(entry) != GridState.THREADS_EXITED || grids.children(entry) != 0) {
            return;
        }
        // Rules TAIL-2, TAIL-10, TAIL-5, FAF-7: its tail launches run now, before it is complete.
        int tail = grids.firstTail(entry);
        if (tail == 0) {
            grids.state(entry, GridState.COMPLETING);
            timing.complete(entry);
        } else if (grids.state(tail) == GridState.WAITING && grids.unblock(tail)) {
            // A posted tail launch waits only for this. Its own tail launches follow it directly, so a growing chain of
            // them needs no more slots (TAIL-13, Q-5).
            pool.release(grids.poolSlot(entry));
            grids.poolSlot(entry, PoolSlot.NONE);
            unblocked(tail, UnblockCause.FIRST_TAIL);
        }
    }

    /** Completes an entry, when {@link LaunchTiming} decides. */
    @Override
    public void complete(int entry) {
        work.completed(entry);
        grids.state(entry, GridState.RETIRING);
        boolean retiresWithOthers = timing.completed(entry);
        int stream = grids.stream(entry);
        if (stream != 0) {
            streams.completed(stream, entry);
        }
        // Rules STR-7, TAIL-4, EVT-8, MEM-6 and CONC-2: its successors are unblocked now, not earlier.
        for (int link = grids.firstSuccessor(entry); link != 0; ) {
            int waiting = successors.entry(link);
            int next = successors.next(link);
            successors.release(link);
            if (grids.unblock(waiting)) {
                unblocked(waiting, UnblockCause.PREDECESSOR);
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
        // Like a child, a tail launch that has not retired prevents its parent from completing.
        grids.changeChildren(parent, 1);
        int tail = grids.firstTail(parent);
        if (tail != 0 && grids.unblock(tail)) {
            unblocked(tail, UnblockCause.NEXT_TAIL);
        }
    }

    /** Retires an entry, when {@link LaunchTiming} decides: notifies its parent and releases its slot of the pool. */
    @Override
    public void retire(int entry) {
        int parent = grids.parent(entry);
        int record = grids.launchRecord(entry);
        long number = grids.number(entry);
        // Rule POOL-1.
        pool.release(grids.poolSlot(entry));
        grids.remove(entry);
        // Rule NEST-2: this may complete the block that launched it.
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
        /** Whether a fault has ended all work on the device; the rest of the launch tree is then abandoned (rule ERR-7). */
        boolean isAbandoned();

        /** An entry waits for a reason. */
        void waits(int entry, WaitReason reason);

        /** Submits a grid to the device. */
        void submit(int entry);

        /** Runs a copy or a fill of device code. */
        void runMemoryOperation(int entry);

        /** All threads of a grid have exited. */
        void threadsExited(int entry);

        /** An entry and all work that it posted are complete. */
        void completed(int entry);

        /** A grid of the host is complete. */
        void hostGridCompleted(int entry);

        /** The launch with a number, by a block with a launch record (CDP1), is complete. */
        void recordReleased(int record, long number);
    }

    /** Linked lists of the entries that wait for other entries. */
    static final class SuccessorLists {
        private final ChunkedArray.OfInt waiting = new ChunkedArray.OfInt();
        private final ChunkedArray.OfInt next = new ChunkedArray.OfInt();
        private int freeHead;
        private int used = 1;

        /** Prepends an entry to a list. @return the longer list */
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
