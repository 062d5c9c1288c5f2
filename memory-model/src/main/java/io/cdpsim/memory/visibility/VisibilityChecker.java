package io.cdpsim.memory.visibility;

import io.cdpsim.memory.MemoryOrder;
import io.cdpsim.memory.Scope;
import io.cdpsim.memory.visibility.access.Access;
import io.cdpsim.memory.visibility.access.CodeSites;
import io.cdpsim.memory.visibility.access.WatchedCode;
import io.cdpsim.memory.visibility.history.AccessHistory;
import io.cdpsim.memory.visibility.history.PollingReads;
import io.cdpsim.memory.visibility.history.RaceLog;
import io.cdpsim.memory.visibility.history.SyncLocations;
import io.cdpsim.memory.visibility.history.Words;
import io.cdpsim.memory.visibility.knowledge.Knowledge;
import io.cdpsim.memory.visibility.knowledge.KnownQuery;
import io.cdpsim.memory.visibility.knowledge.LaunchHistory;
import io.cdpsim.memory.visibility.knowledge.WatchedBlock;
import io.cdpsim.memory.visibility.knowledge.WatchedBlocks;
import io.cdpsim.memory.visibility.knowledge.WatchedGrid;
import io.cdpsim.memory.visibility.report.VisibilityReport;
import java.util.function.IntFunction;

/**
 * Watches a run and finds accesses to the same memory, one of them a write, that nothing orders and that are not both strong with scopes
 * that include each other: data races as the PTX memory model has them, with the edges E1 to E8 that dynamic parallelism adds.
 *
 * <p>It is told of everything in the order in which it happens. Instead of a vector clock for each thread it keeps, for each grid, where in
 * the nesting tree and in which stream it was launched, and when by the clock of the launching block; whether a thread knows an access
 * follows from the labels of the two. For each word it keeps the accesses that a later one could race with: the last weak write, and the
 * last few reads and strong writes.
 *
 * <p>The order that two sequentially consistent fences happen to come in is not taken for an edge: another run may have it the other way.
 */
public final class VisibilityChecker {
    private final CodeSites sites = new CodeSites();
    private final RaceLog log;
    private final WatchedBlocks blocks;
    private final AccessHistory history;
    private final SyncLocations synchronisation = new SyncLocations();
    private final PollingReads polling = new PollingReads();
    private final WatchedBlock host;

    /**
     * A checker that has been told nothing yet.
     *
     * @param memory the watched memory
     * @param canSynchronize whether device code can wait for its children (CDP1), for the advice in reports
     * @param keepsOldValues whether {@link #oldestAllowed} will be asked
     */
    public VisibilityChecker(Words memory, boolean canSynchronize, boolean keepsOldValues) {
        log = new RaceLog(sites, canSynchronize);
        WatchedGrid root = new WatchedGrid(operation("the host", "host code"));
        blocks = new WatchedBlocks(root);
        host = blocks.add(root, 0, 1);
        history = new AccessHistory(memory, blocks, new KnownQuery(root), log, keepsOldValues);
    }

    /** What has been found so far. */
    public VisibilityReport report() {
        return log.report();
    }

    /** Something undefined was done that is no race: told by who found it. */
    public void misuse(String rule, String message) {
        log.misuse(rule, message);
    }

    /**
     * Makes a kernel's code known.
     *
     * @param describe where in the source an instruction is
     */
    public WatchedCode code(String name, int instructions, IntFunction<String> describe) {
        return sites.add(name, true, instructions, describe);
    }

    /** Makes something known that accesses memory and is no kernel, such as a copy. */
    public WatchedCode operation(String name, String place) {
        return sites.add(name, false, 1, i -> place);
    }

    /** The host thread, as a block of one thread. */
    public WatchedBlock host() {
        return host;
    }

    /** A stream, in which each grid waits for the one before it. */
    public LaunchHistory stream() {
        return new LaunchHistory(false);
    }

    /** A stream of the host. */
    public LaunchHistory hostStream() {
        return new LaunchHistory(true);
    }

    /**
     * A thread launches a grid into an ordinary stream (edges E1 and E5).
     *
     * @param number the grid's number in the run
     * @param device ordinal of the device it will run on
     * @param waitable whether the launching block can wait for it (CDP1)
     */
    public WatchedGrid launchIntoStream(
            long number,
            WatchedCode code,
            int device,
            WatchedBlock by,
            int thread,
            LaunchHistory stream,
            boolean waitable) {
        WatchedGrid grid = launch(number, WatchedGrid.Kind.STREAM, code, device, by, thread);
        grid.enter(stream);
        if (waitable) {
            grid.enterOfBlock(by.launches());
        }
        return grid;
    }

    /** A thread launches a fire-and-forget grid (edge E1). */
    public WatchedGrid launchAndForget(long number, WatchedCode code, int device, WatchedBlock by, int thread) {
        return launch(number, WatchedGrid.Kind.FIRE_AND_FORGET, code, device, by, thread);
    }

    /** A thread launches a grid into its grid's tail (edges E1 and E4). */
    public WatchedGrid launchIntoTail(long number, WatchedCode code, int device, WatchedBlock by, int thread) {
        WatchedGrid grid = launch(number, WatchedGrid.Kind.TAIL, code, device, by, thread);
        grid.enter(by.grid().tails());
        return grid;
    }

    private static WatchedGrid launch(
            long number, WatchedGrid.Kind kind, WatchedCode code, int device, WatchedBlock by, int thread) {
        WatchedGrid grid = new WatchedGrid(number, kind, code, device, by, thread, by.learned(thread));
        // What the thread does from now on does not precede the grid.
        by.tick();
        return grid;
    }

    /**
     * What comes to a stream from now on waits for what another held at some moment (edge E6).
     *
     * @param upTo how many launches the other held
     * @param waitsSeen how many waits it held
     */
    public void streamWaits(LaunchHistory stream, LaunchHistory other, int upTo, int waitsSeen) {
        stream.waitFor(other, upTo, waitsSeen);
    }

    /** A thread has waited until all in a stream up to a position is complete (edge E8). */
    public void awaited(WatchedBlock block, int thread, LaunchHistory stream, int upTo) {
        if (upTo > 0) {
            Knowledge knowledge = new Knowledge();
            knowledge.addComplete(stream, upTo);
            block.learn(thread, knowledge);
        }
    }

    /** A thread waits for all that its block has launched so far (edge E7). */
    public void awaitsLaunches(WatchedBlock block, int thread) {
        LaunchHistory launches = block.launchesIfAny();
        if (launches != null) {
            awaited(block, thread, launches, launches.length());
        }
    }

    /** A grid and all it launched are complete. */
    public void completed(WatchedGrid grid) {
        grid.complete();
    }

    /** A block of a grid begins (edge E2). */
    public WatchedBlock startBlock(WatchedGrid grid, long index, int warps) {
        return blocks.add(grid, index, warps);
    }

    /** All threads of a block have ended. */
    public void endBlock(WatchedBlock block) {
        Knowledge learned = block.allLearned();
        if (learned != null) {
            block.grid().acquire(learned);
        }
    }

    /** A warp comes to a barrier that is not for all warps of the block, or does not wait there. */
    public void arrive(WatchedBlock block, int barrier, int warp) {
        block.arrive(barrier, warp);
    }

    /**
     * A barrier has opened. What those knew that came, those know that waited; all of them, unless {@link #arrive} was told of it.
     *
     * @param waitingWarps the warps that waited, one bit each
     */
    public void open(WatchedBlock block, int barrier, long waitingWarps) {
        block.open(barrier, waitingWarps);
    }

    /** Lanes of a warp have met. */
    public void syncWarp(WatchedBlock block, int warp, int lanes) {
        block.syncWarp(warp, lanes);
    }

    /**
     * Some threads of a warp, by lanes, run a fence.
     *
     * @param sequential whether it is sequentially consistent
     */
    public void fence(WatchedBlock block, int firstThread, int lanes, Scope scope, boolean sequential) {
        if (sequential) {
            history.sequentialFence(
                    block.epoch(firstThread + Integer.numberOfTrailingZeros(lanes)), Integer.bitCount(lanes) > 1);
        }
        for (int m = lanes; m != 0; m &= m - 1) {
            block.fences().fence(firstThread + Integer.numberOfTrailingZeros(m), scope);
        }
        block.tick();
    }

    /** The host or a debugger has set memory where nothing can race with it: what was there before is forgotten. */
    public void reset(long address, long bytes) {
        history.reset(address, bytes);
    }

    /**
     * A thread reads.
     *
     * @param access made by {@link Access}
     * @param order what the read orders
     * @return whether it races with a write, so that another value could have been seen
     */
    public boolean read(WatchedBlock block, int thread, long address, int bytes, int access, MemoryOrder order) {
        long epoch = block.epoch(thread);
        boolean strong = Access.isStrong(access);
        boolean races = false;
        if (!strong || !polling.repeats(epoch, address, access)) {
            races = history.read(block, epoch, address, bytes, access);
            if (strong) {
                polling.done(epoch, address, access, !races && bytes <= Integer.BYTES);
            }
        }
        if (strong) {
            synchronisation.strongRead(block, thread, address, access, order.acquires());
        }
        return races;
    }

    /**
     * A thread is about to write.
     *
     * @param access made by {@link Access}
     * @param order what the write orders
     * @param bits the new value, lowest bytes first
     */
    public void write(
            WatchedBlock block, int thread, long address, int bytes, int access, MemoryOrder order, long bits) {
        polling.disturbed();
        history.write(block, block.epoch(thread), address, bytes, access, bits);
        if (Access.isStrong(access)) {
            synchronisation.strongWrite(block, thread, address, access, Access.isAtomic(access), order.releases());
        } else if (!synchronisation.isEmpty()) {
            synchronisation.weakWrite(address);
        }
    }

    /**
     * A thread is about to run an atomic.
     *
     * @param access made by {@link Access}
     * @param order what it orders
     * @param returnsOld whether it gives the thread the value that it read
     * @param writes whether it writes, which a compare-and-swap may not
     * @param bits the new value, lowest bytes first
     */
    public void update(
            WatchedBlock block,
            int thread,
            long address,
            int bytes,
            int access,
            MemoryOrder order,
            boolean returnsOld,
            boolean writes,
            long bits) {
        if (!writes) {
            read(block, thread, address, bytes, access, order);
            return;
        }
        if (returnsOld) {
            synchronisation.strongRead(block, thread, address, access, order.acquires());
        }
        write(block, thread, address, bytes, access, order, bits);
    }

    /** The oldest value of the word at an address that a thread may see, given the newest. */
    public int oldestAllowed(WatchedBlock block, int thread, long address, int newestBits) {
        return history.oldestAllowed(block, thread, address, newestBits);
    }
}
