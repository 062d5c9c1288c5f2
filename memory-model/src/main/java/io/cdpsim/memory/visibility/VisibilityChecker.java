package io.cdpsim.memory.visibility;

import io.cdpsim.memory.MemoryOrder;
import io.cdpsim.memory.Scope;
import io.cdpsim.memory.visibility.access.Access;
import io.cdpsim.memory.visibility.access.InstructionNumbering;
import io.cdpsim.memory.visibility.access.NumberedCode;
import io.cdpsim.memory.visibility.causality.BlockCausality;
import io.cdpsim.memory.visibility.causality.BlockTable;
import io.cdpsim.memory.visibility.causality.CausalPast;
import io.cdpsim.memory.visibility.causality.CausalityQuery;
import io.cdpsim.memory.visibility.causality.GridCausality;
import io.cdpsim.memory.visibility.causality.LaunchHistory;
import io.cdpsim.memory.visibility.history.AccessHistory;
import io.cdpsim.memory.visibility.history.RaceLog;
import io.cdpsim.memory.visibility.history.RepeatedReads;
import io.cdpsim.memory.visibility.history.SyncLocations;
import io.cdpsim.memory.visibility.history.WordReader;
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
    private final InstructionNumbering sites = new InstructionNumbering();
    private final RaceLog log;
    private final BlockTable blocks;
    private final AccessHistory history;
    private final SyncLocations synchronisation = new SyncLocations();
    private final RepeatedReads polling = new RepeatedReads();
    private final BlockCausality host;

    /**
     * A checker that has been told nothing yet.
     *
     * @param memory the watched memory
     * @param canSynchronize whether device code can wait for its children (CDP1), for the advice in reports
     * @param keepsOldValues whether {@link #oldestAllowed} will be asked
     */
    public VisibilityChecker(WordReader memory, boolean canSynchronize, boolean keepsOldValues) {
        log = new RaceLog(sites, canSynchronize);
        GridCausality root = new GridCausality(operation("the host", "host code"));
        blocks = new BlockTable(root);
        host = blocks.add(root, 0, 1);
        history = new AccessHistory(memory, blocks, new CausalityQuery(root), log, keepsOldValues);
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
    public NumberedCode code(String name, int instructions, IntFunction<String> describe) {
        return sites.add(name, true, instructions, describe);
    }

    /** Makes something known that accesses memory and is no kernel, such as a copy. */
    public NumberedCode operation(String name, String place) {
        return sites.add(name, false, 1, i -> place);
    }

    /** The host thread, as a block of one thread. */
    public BlockCausality host() {
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
    public GridCausality launchIntoStream(
            long number,
            NumberedCode code,
            int device,
            BlockCausality by,
            int thread,
            LaunchHistory stream,
            boolean waitable) {
        GridCausality grid = launch(number, GridCausality.Kind.STREAM, code, device, by, thread);
        grid.enter(stream);
        if (waitable) {
            grid.enterOfBlock(by.launches());
        }
        return grid;
    }

    /** A thread launches a fire-and-forget grid (edge E1). */
    public GridCausality launchAndForget(long number, NumberedCode code, int device, BlockCausality by, int thread) {
        return launch(number, GridCausality.Kind.FIRE_AND_FORGET, code, device, by, thread);
    }

    /** A thread launches a grid into its grid's tail (edges E1 and E4). */
    public GridCausality launchIntoTail(long number, NumberedCode code, int device, BlockCausality by, int thread) {
        GridCausality grid = launch(number, GridCausality.Kind.TAIL, code, device, by, thread);
        grid.enter(by.grid().tails());
        return grid;
    }

    private static GridCausality launch(
            long number, GridCausality.Kind kind, NumberedCode code, int device, BlockCausality by, int thread) {
        GridCausality grid = new GridCausality(number, kind, code, device, by, thread, by.learned(thread));
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
    public void awaited(BlockCausality block, int thread, LaunchHistory stream, int upTo) {
        if (upTo > 0) {
            CausalPast knowledge = new CausalPast();
            knowledge.addComplete(stream, upTo);
            block.learn(thread, knowledge);
        }
    }

    /** A thread waits for all that its block has launched so far (edge E7). */
    public void awaitsLaunches(BlockCausality block, int thread) {
        LaunchHistory launches = block.launchesIfAny();
        if (launches != null) {
            awaited(block, thread, launches, launches.length());
        }
    }

    /** A grid and all it launched are complete. */
    public void completed(GridCausality grid) {
        grid.complete();
    }

    /** A block of a grid begins (edge E2). */
    public BlockCausality startBlock(GridCausality grid, long index, int warps) {
        return blocks.add(grid, index, warps);
    }

    /** All threads of a block have ended. */
    public void endBlock(BlockCausality block) {
        CausalPast learned = block.allLearned();
        if (learned != null) {
            block.grid().acquire(learned);
        }
    }

    /** A warp comes to a barrier that is not for all warps of the block, or does not wait there. */
    public void arrive(BlockCausality block, int barrier, int warp) {
        block.arrive(barrier, warp);
    }

    /**
     * A barrier has opened. What those knew that came, those know that waited; all of them, unless {@link #arrive} was told of it.
     *
     * @param waitingWarps the warps that waited, one bit each
     */
    public void open(BlockCausality block, int barrier, long waitingWarps) {
        block.open(barrier, waitingWarps);
    }

    /** Lanes of a warp have met. */
    public void syncWarp(BlockCausality block, int warp, int lanes) {
        block.syncWarp(warp, lanes);
    }

    /**
     * Some threads of a warp, by lanes, run a fence.
     *
     * @param sequential whether it is sequentially consistent
     */
    public void fence(BlockCausality block, int firstThread, int lanes, Scope scope, boolean sequential) {
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
    public boolean read(BlockCausality block, int thread, long address, int bytes, int access, MemoryOrder order) {
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
            BlockCausality block, int thread, long address, int bytes, int access, MemoryOrder order, long bits) {
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
            BlockCausality block,
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
    public int oldestAllowed(BlockCausality block, int thread, long address, int newestBits) {
        return history.oldestAllowed(block, thread, address, newestBits);
    }
}
