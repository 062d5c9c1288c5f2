package io.cdpsim.runtime.launch;

import io.cdpsim.engine.Engine;
import io.cdpsim.gpu.Gpu;
import io.cdpsim.gpu.grid.CachePreference;
import io.cdpsim.gpu.grid.Grid;
import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.gpu.visibility.VisibilityFeed;
import io.cdpsim.observe.ExecutionListener;
import io.cdpsim.profile.DeviceLaunchSpec;
import io.cdpsim.runtime.cost.CompletionRounds;
import io.cdpsim.runtime.cost.GridChain;
import io.cdpsim.runtime.cost.LaunchServer;
import io.cdpsim.runtime.cost.PoolWalks;
import io.cdpsim.runtime.pool.PendingLaunchPool;
import io.cdpsim.runtime.pool.PoolPlace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntConsumer;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Who waits for whom among the grids of one device, and what happens when one of them is done. Common to both versions.
 *
 * <p>A grid is complete once all its threads have exited, everything it posted to ordinary streams is complete, and so are its tail
 * launches (rules NEST-1, NEST-5, TAIL-2, TAIL-3). Only then may the next in its stream start (rules STR-7, TAIL-4).
 *
 * <p>Rules CONC-1, CONC-2, EVT-8, FAF-1, FAF-2, FAF-6, FAF-7, LNCH-13, MEM-2, MEM-3, MEM-5, MEM-6, NEST-2, NEST-3, NEST-4, NEST-6,
 * NEST-7, POOL-1, STR-5, STR-8, STR-15, SYNC-4, TAIL-5, TAIL-6, TAIL-7 and TAIL-10.
 */
public final class LaunchTree {
    /** Learns that the launch with a number, made by a block with a record, is complete. */
    public interface LaunchRecordListener {
        void released(int record, long number);
    }

    private final Engine engine;
    private final Gpu gpu;
    private final ExecutionListener listener;
    private final DeviceLaunchSpec costs;
    private final GridTable grids;
    private final StreamTable streams;
    private final PendingLaunchPool pool;
    private final SuccessorLists successors = new SuccessorLists();
    private final LaunchServer server = new LaunchServer();
    private final Map<Integer, GridChain> chains = new HashMap<>();
    private final CompletionRounds rounds;
    private final PoolWalks walks;
    private final LaunchFreedom freedom;
    private final Map<Integer, List<Integer>> held = new HashMap<>();
    private final Set<Integer> synchronizing = new HashSet<>();
    private final @Nullable VisibilityFeed visibility;
    private final RuntimeMetrics metrics;
    private final CachePreferences cachePreferences = new CachePreferences();
    private final int startEvent;
    private final int completeEvent;
    private final int memoryDoneEvent;
    private final int retireEvent;
    private final int chainDoneEvent;
    private int chainsUnderWay;
    private IntConsumer hostGridCompleted = entry -> {};
    private LaunchRecordListener launchRecordReleased = (record, number) -> {};
    private IntConsumer memoryOperation = entry -> {};
    private java.util.function.LongConsumer gridCompleted = number -> {};

    public LaunchTree(
            Engine engine,
            Gpu gpu,
            ExecutionListener listener,
            GridTable grids,
            StreamTable streams,
            PendingLaunchPool pool,
            RuntimeMetrics metrics,
            LaunchFreedom freedom) {
        this.freedom = freedom;
        this.engine = engine;
        this.gpu = gpu;
        this.visibility = gpu.visibility();
        this.listener = listener;
        this.costs = gpu.profile().launch();
        this.grids = grids;
        this.streams = streams;
        this.pool = pool;
        this.metrics = metrics;
        walks = new PoolWalks(costs, pool);
        rounds = new CompletionRounds(
                engine, costs.completion(), pool, entry -> completionShare(grids.parent(entry)), this::retire);
        chainDoneEvent = engine.register((now, parent) -> {
            chainsUnderWay--;
            grids.changeChains((int) parent, -1);
        });
        retireEvent = engine.register((now, entry) -> retire((int) entry, 0));
        startEvent = engine.register(this::start);
        completeEvent = engine.register((now, entry) -> finish((int) entry, now));
        memoryDoneEvent = engine.register(this::memoryDone);
    }

    /** Says who learns that a grid of the host is complete. */
    public void onHostGridCompleted(IntConsumer consumer) {
        hostGridCompleted = consumer;
    }

    /** Says who learns that a launch of a block with a record is complete (CDP1). */
    public void onLaunchRecordReleased(LaunchRecordListener listenerOfRecords) {
        launchRecordReleased = listenerOfRecords;
    }

    /** Says who learns the number of each grid that is complete. */
    public void onGridCompleted(java.util.function.LongConsumer consumer) {
        gridCompleted = consumer;
    }

    /** Says who moves the bytes of a device-side memory operation once its turn has come. */
    public void onMemoryOperation(IntConsumer consumer) {
        memoryOperation = consumer;
    }

    /** Puts an entry behind the last of its stream, if any. */
    public void enqueue(int entry, int stream) {
        grids.stream(entry, stream);
        int last = streams.last(stream);
        if (last != 0) {
            waitFor(entry, last);
            if (costs.chain().batches()) {
                chain(stream, grids.parent(entry), false, grids.notBefore(last)).add();
            }
        }
        streams.last(stream, entry);
    }

    private GridChain chain(int key, int parent, boolean ofTails, long startCycle) {
        GridChain chain = chains.get(key);
        if (chain == null) {
            chain = new GridChain(costs.chain(), ofTails, ofTails ? 0 : completionShare(parent), startCycle);
            chains.put(key, chain);
            chainsUnderWay++;
            grids.changeChains(parent, 1);
        }
        return chain;
    }

    /** Lets an entry wait for another. */
    public void waitFor(int entry, int other) {
        grids.block(entry);
        grids.firstSuccessor(other, successors.add(grids.firstSuccessor(other), entry));
    }

    /** Counts an entry among the children of the grid that posted it. */
    public void adopt(int entry) {
        int parent = grids.parent(entry);
        if (parent != 0) {
            grids.markLaunched(parent);
            grids.changeChildren(parent, 1);
        }
    }

    /** Puts a grid at the end of its parent's tail-launch stream (rule TAIL-1). */
    public void adoptTail(int entry) {
        int parent = grids.parent(entry);
        grids.markLaunched(parent);
        grids.block(entry);
        if (grids.firstTail(parent) != 0 && costs.chain().batches()) {
            chain(-parent, parent, true, engine.now()).add();
        }
        grids.addTail(parent, entry);
    }

    /** All that must be said about an entry has been said: it starts when it can. */
    public void posted(int entry) {
        posted(entry, false);
    }

    /** The same for a launch, which may be that of the first lane of a call. */
    public void posted(int entry, boolean firstOfCall) {
        if (grids.blockedBy(entry) == 0) {
            startAt(entry, grids.notBefore(entry), firstOfCall);
        }
    }

    private void startAt(int entry, long cycle) {
        startAt(entry, cycle, false);
    }

    private void startAt(int entry, long cycle, boolean firstOfCall) {
        if (freedom.holdsChildren() && hold(entry)) {
            return;
        }
        long at = Math.max(Math.max(cycle, grids.notBefore(entry)), engine.now());
        grids.state(entry, GridState.READY);
        switch (grids.kind(entry)) {
            case EVENT_WAIT, HOST_GRID -> {}
            default -> {
                // Fetching from the virtualised pool holds up what is behind, or a small pool would cost nothing
                // (POOL-9).
                int fetch = grids.place(entry) == PoolPlace.VIRTUALIZED ? costs.virtualizedStartCycles() : 0;
                at = takeUp(entry, at, fetch, firstOfCall);
            }
        }
        // Put off behind the server, or a late launch would hold up all others and none could overtake another.
        engine.schedule(at + freedom.startDelayCycles(), startEvent, entry);
    }

    /** Keeps a child from starting as long as its parent runs (rule LNCH-3). @return whether it is kept */
    private boolean hold(int entry) {
        int parent = grids.parent(entry);
        if (parent == 0 || grids.state(parent) != GridState.RUNNING || synchronizing.contains(parent)) {
            return false;
        }
        held.computeIfAbsent(parent, key -> new ArrayList<>()).add(entry);
        return true;
    }

    /** Whether an entry could start if its parent's threads had exited (rule LNCH-3). */
    public boolean isHeld(int entry) {
        return held.getOrDefault(grids.parent(entry), List.of()).contains(entry);
    }

    /** The children of a grid need not be kept any longer: its threads have exited, or wait for them (rule SYNC-1). */
    public void releaseHeld(int parent) {
        if (freedom.holdsChildren()) {
            synchronizing.add(parent);
            List<Integer> children = held.remove(parent);
            if (children != null) {
                children.forEach(child -> startAt(child, engine.now()));
            }
        }
    }

    /** Takes a launch up. @return when it is its turn */
    private long takeUp(int entry, long ready, int fetchCycles, boolean firstOfCall) {
        boolean ofStream = grids.kind(entry) == GridKind.STREAM_GRID;
        double service = costs.pool().serviceCycles(ofStream, firstOfCall, pool.fixedSlots(), pool.missing());
        long at = fetchCycles + server.serve(ready, fetchCycles + service);
        if (ofStream) {
            int parent = grids.parent(entry);
            at = Math.max(at, grids.streamsUntil(parent));
            grids.streamsUntil(parent, at + Math.round(costs.pool().streamServiceCycles(firstOfCall, pool.missing())));
        }
        return at;
    }

    private void start(long now, long argument) {
        if (gpu.isFaulted()) {
            // Rule ERR-7: what is left of the launch tree is abandoned.
            return;
        }
        int entry = (int) argument;
        if (grids.kind(entry) == GridKind.EVENT_WAIT) {
            finish(entry, now);
        } else if (grids.isMemoryOperation(entry)) {
            grids.state(entry, GridState.RUNNING);
            memoryOperation.accept(entry);
        } else {
            gpu.submit(entry, grids.kind(entry) == GridKind.STREAM_GRID);
        }
    }

    /** A memory operation takes until the given cycle. */
    public void memoryOperationEnds(int entry, long cycle) {
        engine.schedule(cycle, memoryDoneEvent, entry);
    }

    private void memoryDone(long now, long entry) {
        finish((int) entry, now);
    }

    public CachePreferences cachePreferences() {
        return cachePreferences;
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

    /** All threads of a grid have exited. */
    public void bodyEnded(int entry, long now) {
        listener.gridBodyEnded(grids.number(entry), now);
        grids.state(entry, GridState.BODY_ENDED);
        releaseHeld(entry);
        drain(entry, now);
    }

    private void drain(int entry, long now) {
        if (grids.state(entry) != GridState.BODY_ENDED || grids.children(entry) != 0) {
            return;
        }
        int tail = grids.firstTail(entry);
        if (tail != 0) {
            // A tail that was posted waits for this alone.
            if (grids.state(tail) == GridState.WAITING && grids.unblock(tail)) {
                // Its tails are spliced in behind it: a chain of them needs no more places as it grows (TAIL-13, Q-5).
                pool.giveBack(grids.place(entry));
                grids.place(entry, PoolPlace.NONE);
                long start = now + tailStartCycles(entry);
                GridChain chain = chains.get(-entry);
                if (chain != null) {
                    chain.firstStarts(start);
                }
                startAt(tail, start);
            }
            return;
        }
        grids.state(entry, GridState.COMPLETING);
        long delay = completionCycles(entry);
        if (delay > 0) {
            engine.schedule(now + delay, completeEvent, entry);
        } else {
            finish(entry, now);
        }
    }

    private long completionCycles(int entry) {
        boolean launched = grids.hasLaunched(entry);
        if (grids.parent(entry) != 0) {
            int deep = costs.completion().depthCycles(grids.depth(entry));
            return launched ? costs.nestedCompletionCycles() + deep : 0;
        }
        long capable = costs.capableGridCycles() > 0 && grids.kernel(entry).usesDynamicParallelism()
                ? costs.capableGridCycles()
                : 0;
        if (!launched) {
            return capable;
        }
        // The pool has been looked through before the first tail.
        return capable + costs.completionCycles() + (grids.endedByTail(entry) ? 0 : walks.cyclesBelow(entry));
    }

    /** From the end of a grid and its children to the start of its first tail. */
    private long tailStartCycles(int entry) {
        int ofTail = grids.kind(entry) == GridKind.TAIL_GRID ? costs.tailOfTailCycles() : 0;
        return costs.tailStartCycles() + ofTail + walks.cyclesBelowToTail(entry);
    }

    private void finish(int entry, long now) {
        gpu.progressed();
        long number = grids.number(entry);
        listener.gridCompleted(number, now);
        gridCompleted.accept(number);
        if (visibility != null) {
            visibility.completed(entry);
        }
        grids.state(entry, GridState.RETIRING);
        GridChain chain = leaveChain(entry, now);
        int stream = grids.stream(entry);
        if (stream != 0) {
            streams.completed(stream, entry);
        }
        for (int link = grids.firstSuccessor(entry); link != 0; ) {
            int waiting = successors.entry(link);
            int next = successors.next(link);
            successors.release(link);
            if (grids.unblock(waiting)) {
                startAt(waiting, successorStart(waiting, now));
            }
            link = next;
        }
        synchronizing.remove(entry);
        GridKind kind = grids.kind(entry);
        if (kind == GridKind.HOST_GRID) {
            hostGridCompleted.accept(entry);
        } else if (kind == GridKind.TAIL_GRID) {
            startNextTail(grids.parent(entry), now);
        }
        boolean isChild = kind == GridKind.STREAM_GRID || kind == GridKind.FIRE_AND_FORGET_GRID;
        if (chain == null) {
            if (isChild && costs.completion().rounds()) {
                rounds.add(entry, now);
            } else {
                retire(entry, 1);
            }
        }
    }

    /** Tells the chain of a grid, if it has one, that the grid is complete. @return the chain, which will retire it */
    private @Nullable GridChain leaveChain(int entry, long now) {
        if (chains.isEmpty()) {
            return null;
        }
        boolean tail = grids.kind(entry) == GridKind.TAIL_GRID;
        int key = tail ? -grids.parent(entry) : grids.stream(entry);
        GridChain chain = key == 0 ? null : chains.get(key);
        if (chain != null) {
            int parent = grids.parent(entry);
            chain.ended(
                    entry,
                    now,
                    pool,
                    grids.chains(parent),
                    chainsUnderWay,
                    (cycle, ended) -> engine.schedule(cycle, retireEvent, ended));
            if (!chain.isWaiting()) {
                chains.remove(key);
                // Before the last one retires, and with it perhaps the parent.
                engine.schedule(Math.max(now, chain.retiredAt() - 1), chainDoneEvent, parent);
            }
        }
        return chain;
    }

    /** By which part the completion of a grid's children takes longer, since blocks of several warps posted them below the top level. */
    private double completionShare(int posting) {
        if (posting == 0 || grids.depth(posting) == 0) {
            return 0;
        }
        LaunchShape shape = grids.shape(posting);
        return shape.blocks() > 1 && shape.warpsPerBlock() > 1
                ? costs.completion().nestedWarpsShare()
                : 0;
    }

    private long successorStart(int entry, long now) {
        GridChain chain = chains.get(grids.stream(entry));
        if (grids.kind(entry) == GridKind.EVENT_WAIT) {
            if (chain != null) {
                chain.passes();
            }
            return now;
        }
        return chainStart(chain, costs.streamSuccessorCycles(), walks::cyclesTo, now);
    }

    private static long chainStart(@Nullable GridChain chain, int wakeCycles, IntToLongFunction walk, long now) {
        return chain == null ? now + wakeCycles + walk.applyAsLong(1) : chain.next(now, wakeCycles, walk);
    }

    private void startNextTail(int parent, long now) {
        grids.dropFirstTail(parent);
        // A tail that has not retired keeps its grid from completing, as a child does.
        grids.changeChildren(parent, 1);
        int tail = grids.firstTail(parent);
        if (tail != 0 && grids.unblock(tail)) {
            startAt(tail, chainStart(chains.get(-parent), costs.tailToTailCycles(), walks::cyclesToTails, now));
        }
    }

    /** Tells the parent of a grid that it is complete, and gives its place in the pool back. */
    private void retire(int entry, int together) {
        long now = engine.now();
        int parent = grids.parent(entry);
        int record = grids.launchRecord(entry);
        long number = grids.number(entry);
        pool.giveBack(grids.place(entry));
        if (parent != 0) {
            walks.completed(parent, entry, together);
        }
        walks.clear(entry);
        grids.remove(entry);
        if (record != 0) {
            launchRecordReleased.released(record, number);
        }
        if (parent != 0) {
            grids.changeChildren(parent, -1);
            drain(parent, now);
        }
    }

    /** Tail launches of a grid that wait behind its first one. */
    public int tailsWaiting(int parent) {
        GridChain chain = chains.get(-parent);
        return chain == null ? 0 : chain.waiting();
    }
}
