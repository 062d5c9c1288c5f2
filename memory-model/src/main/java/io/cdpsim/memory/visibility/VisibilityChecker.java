package io.cdpsim.memory.visibility;

import io.cdpsim.memory.AddressMap;
import io.cdpsim.memory.AddressSpace;
import io.cdpsim.memory.MemoryOrder;
import io.cdpsim.memory.Scope;
import io.cdpsim.memory.visibility.access.Access;
import io.cdpsim.memory.visibility.access.InstructionNumbering;
import io.cdpsim.memory.visibility.access.InstructionNumbering.NumberedCode;
import io.cdpsim.memory.visibility.causality.BlockCausality;
import io.cdpsim.memory.visibility.causality.BlockTable;
import io.cdpsim.memory.visibility.causality.CausalPast;
import io.cdpsim.memory.visibility.causality.CausalPast.CausalityQuery;
import io.cdpsim.memory.visibility.causality.GridCausality;
import io.cdpsim.memory.visibility.causality.LaunchHistory;
import io.cdpsim.memory.visibility.causality.NeighbourAccesses;
import io.cdpsim.memory.visibility.history.AccessHistory;
import io.cdpsim.memory.visibility.history.HostSignals;
import io.cdpsim.memory.visibility.history.LaneWrites;
import io.cdpsim.memory.visibility.history.RaceLog;
import io.cdpsim.memory.visibility.history.RepeatedReads;
import io.cdpsim.memory.visibility.history.SharedAccesses;
import io.cdpsim.memory.visibility.history.SyncLocations;
import io.cdpsim.memory.visibility.history.WordMemory;
import io.cdpsim.memory.visibility.report.RaceListener;
import io.cdpsim.memory.visibility.report.VisibilityReport;
import io.cdpsim.memory.visibility.report.WriteVisibility;
import io.cdpsim.warp.Lanes;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Finds the data races of a run: unordered accesses to the same memory, at least one a write, that are not both strong with scopes that include each other. The order is that of the PTX memory model with the edges E1 to E8 of dynamic parallelism.
 *
 * <p>The caller reports every event in the order in which it happens. Instead of a vector clock for each thread the checker keeps, for each grid, its position in the nesting tree and in its stream, and the clock of the launching block at the launch; whether the causal past of a thread holds an access follows from these labels. For each word the checker keeps the accesses that a later one could race with: the last weak write, and the last few reads and strong writes.
 *
 * <p>The order of two sequentially consistent fences in this run is not an edge: another run may have the opposite order.
 */
public final class VisibilityChecker {
    private final InstructionNumbering sites = new InstructionNumbering();
    private final RaceLog log;
    private final BlockTable blocks;
    private final AccessHistory history;
    private final SharedAccesses shared;
    private final SyncLocations synchronisation = new SyncLocations();
    private final HostSignals signals;
    private final RepeatedReads polling = new RepeatedReads();
    private final CausalityQuery query;
    private final BlockCausality host;

    /**
     * A checker of a run that has not started.
     *
     * @param memory reads the bits of the aligned word at an address
     * @param canSynchronize whether device code can wait for its children (CDP1), for the advice in reports
     * @param keepsOldValues whether {@link #oldestAllowed} will be called
     */
    public VisibilityChecker(WordMemory memory, boolean canSynchronize, boolean keepsOldValues) {
        log = new RaceLog(sites, canSynchronize);
        signals = new HostSignals(log);
        GridCausality root = new GridCausality(operation("the host", "host code"));
        blocks = new BlockTable(root);
        host = blocks.add(root, 0, 1);
        query = new CausalityQuery(root);
        history = new AccessHistory(memory, blocks, query, log, !canSynchronize, keepsOldValues);
        // GPUs of CDP1 precede independent thread scheduling (compute capability 7.0).
        shared = new SharedAccesses(blocks, query, log, canSynchronize);
    }

    /** The findings so far. */
    public VisibilityReport report() {
        return log.report();
    }

    /** The place of an access of another block of the cluster that no thread of an ending block knows to have happened; null if there is none. */
    @Nullable
    public String unordered(BlockCausality block, NeighbourAccesses accesses) {
        return accesses.unordered(block, query);
    }

    /** Reports undefined behavior that is not a race. */
    public void misuse(String rule, String message) {
        log.misuse(rule, message);
    }

    /**
     * Registers a kernel's code.
     *
     * @param describe the place of an instruction in the source
     */
    public NumberedCode code(String name, int instructions, IntFunction<String> describe) {
        return sites.add(name, true, instructions, describe);
    }

    /** Registers an operation that accesses memory and is not a kernel, such as a copy. */
    public NumberedCode operation(String name, String place) {
        return sites.add(name, false, 1, i -> place);
    }

    /** The host thread, represented by a block of one thread. */
    public BlockCausality host() {
        return host;
    }

    /** A new device stream, in which each grid waits for the one before it. */
    public LaunchHistory stream() {
        return new LaunchHistory(false);
    }

    /** A new host stream. */
    public LaunchHistory hostStream() {
        return new LaunchHistory(true);
    }

    /**
     * A thread launches a grid into an ordinary stream (edges E1 and E5).
     *
     * @param number the grid's number in the run
     * @param device ordinal of the grid's device
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
        by.launchedTail(grid);
        return grid;
    }

    /**
     * A thread launches a graph into the environment of a launch of a graph: as its tail (edges E1 and E4), or beside it (edge E1). The nodes
     * are launches by a block of the returned grid.
     */
    public GridCausality launchIntoEnvironment(
            NumberedCode code, BlockCausality by, int thread, GridCausality environment, boolean tail) {
        GridCausality.Kind kind = tail ? GridCausality.Kind.TAIL : GridCausality.Kind.FIRE_AND_FORGET;
        GridCausality graph = GridCausality.graph(kind, code, by, thread, by.learned(thread), environment);
        if (tail) {
            graph.enter(environment.tails());
        }
        by.tick();
        return graph;
    }

    private static GridCausality launch(
            long number, GridCausality.Kind kind, NumberedCode code, int device, BlockCausality by, int thread) {
        GridCausality grid = new GridCausality(number, kind, code, device, by, thread, by.learned(thread));
        // Later accesses of the thread do not precede the grid.
        by.tick();
        return grid;
    }

    /**
     * Later work of a stream waits for the contents of another stream at some moment (edge E6).
     *
     * @param upTo number of launches in the other stream then
     * @param waitsSeen number of waits in it then
     */
    public void streamWaits(LaunchHistory stream, LaunchHistory other, int upTo, int waitsSeen) {
        stream.waitFor(other, upTo, waitsSeen);
    }

    /** A thread has waited for the completion of a stream up to a position (edge E8). */
    public void awaited(BlockCausality block, int thread, LaunchHistory stream, int upTo) {
        if (upTo > 0) {
            CausalPast knowledge = new CausalPast();
            knowledge.addComplete(stream, upTo);
            block.learn(thread, knowledge);
        }
    }

    /** A thread has waited for the launch ahead of its grid, which may have run beside it (rule D-2). */
    public void awaitsPredecessor(BlockCausality block, int thread) {
        CausalPast past = block.grid().predecessorPast();
        if (past != null) {
            block.learn(thread, past);
        }
    }

    /** A thread waits for all launches of its block so far (edge E7). */
    public void awaitsLaunches(BlockCausality block, int thread) {
        LaunchHistory launches = block.launchesIfAny();
        if (launches != null) {
            awaited(block, thread, launches, launches.length());
        }
    }

    /** A grid and all its descendants are complete. */
    public void completed(GridCausality grid) {
        grid.complete();
    }

    /** A block of a grid starts (edge E2). */
    public BlockCausality startBlock(GridCausality grid, long index, int warps) {
        return blocks.add(grid, index, warps);
    }

    /** All threads of a block have ended. */
    public void endBlock(BlockCausality block) {
        CausalPast learned = block.allLearned();
        if (learned != null) {
            block.grid().acquire(learned);
        }
        shared.ended(block);
    }

    /** A warp arrives at a barrier that is not for all warps of the block, or does not wait there. */
    public void arrive(BlockCausality block, int barrier, int warp) {
        block.arrive(barrier, warp);
    }

    /**
     * A barrier has opened. The causal past of the arrived threads, all threads unless {@link #arrive} was called, joins that of the waiting threads.
     *
     * @param waitingWarps the warps that waited, one bit each
     */
    public void open(BlockCausality block, int barrier, long waitingWarps) {
        block.open(barrier, waitingWarps);
    }

    /** Lanes of a warp have synchronised. */
    public void syncWarp(BlockCausality block, int warp, int lanes) {
        block.syncWarp(warp, lanes);
    }

    /**
     * Some lanes of a warp execute a fence.
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

    /** The host or a debugger has set memory without a possible race: earlier accesses are forgotten. */
    public void reset(long address, long bytes) {
        history.reset(address, bytes);
    }

    /** Memory is allocated: it holds no value until something writes it. */
    public void allocated(long address, long bytes) {
        history.allocate(address, bytes);
    }

    /** A thread of a kernel uses the value of a location of global memory, by a load or by an atomic that does not only replace it. */
    public void usesValue(BlockCausality block, int thread, long address, int bytes, int access) {
        history.needsValue(block, thread, address, bytes, access);
    }

    /**
     * A thread reads.
     *
     * @param access packed by {@link Access}
     * @param order semantics of the read
     * @return whether the read races with a write, so that it could have returned another value
     */
    public boolean read(BlockCausality block, int thread, long address, int bytes, int access, MemoryOrder order) {
        long epoch = block.epoch(thread);
        boolean strong = Access.isStrong(access);
        boolean races = false;
        if (!strong || !polling.repeats(epoch, address, access)) {
            races = SharedAccesses.contains(address)
                    ? shared.read(block, epoch, address, bytes, access)
                    : history.read(block, epoch, address, bytes, access);
            if (strong) {
                polling.done(epoch, address, access, !races && bytes <= Integer.BYTES);
            }
        }
        if (strong) {
            synchronisation.strongRead(block, thread, syncAddress(block, address), access, order.acquires());
        }
        return races;
    }

    /** Whether consecutive threads that read consecutive words of global memory can be reported by {@link #readRow}. */
    public boolean isPlainRow(long address, int words) {
        return AccessHistory.covers(address) && !SharedAccesses.contains(address) && history.isPlainRow(address, words);
    }

    /**
     * Consecutive threads of a block read consecutive words, for which {@link #isPlainRow} holds, by a weak instruction that is no texture fetch: the same
     * as {@link #usesValue} and {@link #read} for each.
     *
     * @param firstThread the thread that reads the first word
     * @return whether any of the reads races with a write
     */
    public boolean readRow(BlockCausality block, int firstThread, long address, int words, int access) {
        return history.readRow(block, block.epoch(firstThread), address, words, access);
    }

    /**
     * Whether the accesses of a warp to consecutive places can be reported by {@link #readRows} or {@link #writeRows}.
     *
     * @param address the place of its first lane
     * @param bytes what each lane accesses
     */
    public static boolean areRows(long address, int bytes) {
        return bytes >= Integer.BYTES
                && Integer.bitCount(bytes) == 1
                && (address & (Lanes.COUNT * Integer.BYTES - 1)) == 0
                && (AddressMap.spaceOf(address) == AddressSpace.GLOBAL || SharedAccesses.contains(address));
    }

    /**
     * The lanes of a warp read consecutive places, for which {@link #areRows} holds, by a weak instruction that is no texture fetch: the same as
     * {@link #usesValue} and {@link #read} for each.
     *
     * @param firstThread the thread of lane 0
     * @param bytes what each lane reads
     * @return whether any of the reads races with a write
     */
    public boolean readRows(BlockCausality block, int firstThread, long address, int bytes, int access) {
        int shift = Integer.numberOfTrailingZeros(bytes / Integer.BYTES);
        long first = block.epoch(firstThread);
        return SharedAccesses.contains(address)
                ? shared.readRows(block, first, address, shift, access)
                : history.readRows(block, first, address, shift, access);
    }

    /**
     * The lanes of a warp are about to write consecutive places, for which {@link #areRows} holds, by a weak instruction: the same as {@link #write} for each
     * value.
     *
     * @param firstThread the thread of lane 0
     * @param bytes what each lane writes
     */
    public void writeRows(
            BlockCausality block, int firstThread, long address, int bytes, int access, LaneWrites values) {
        polling.disturbed();
        int shift = Integer.numberOfTrailingZeros(bytes / Integer.BYTES);
        long first = block.epoch(firstThread);
        if (SharedAccesses.contains(address)) {
            shared.writeRows(block, first, address, shift, access, values);
        } else {
            history.writeRows(block, first, address, shift, access, values);
        }
        if (!synchronisation.isEmpty()) {
            long at = syncAddress(block, address);
            for (int offset = 0; offset < Lanes.COUNT * bytes; offset += values.bytes()) {
                synchronisation.weakWrite(at + offset);
            }
        }
    }

    /** A copy is about to read. Constant memory, which no kernel writes, is not checked. */
    public void copyReads(BlockCausality block, int site, long address, int bytes) {
        if (AccessHistory.covers(address)) {
            read(block, 0, address, bytes, Access.weak(site, false), MemoryOrder.WEAK);
        }
    }

    /** A copy or a fill is about to write. Constant memory is not checked. */
    public void copyWrites(BlockCausality block, int site, long address, int bytes, int bits) {
        if (AccessHistory.covers(address)) {
            write(block, 0, address, bytes, Access.weak(site, false), MemoryOrder.WEAK, bits);
        }
    }

    private static long syncAddress(BlockCausality block, long address) {
        return SharedAccesses.contains(address) ? SharedAccesses.syncAddress(block, address) : address;
    }

    /** Whether the next writes store what another lane stores to the same place by the same instruction. */
    public void repeats(boolean does) {
        history.repeats(does);
        shared.repeats(does);
    }

    /**
     * A thread is about to write.
     *
     * @param access packed by {@link Access}
     * @param order semantics of the write
     * @param bits the new value, lowest bytes first
     */
    public void write(
            BlockCausality block, int thread, long address, int bytes, int access, MemoryOrder order, long bits) {
        polling.disturbed();
        if (SharedAccesses.contains(address)) {
            shared.write(block, block.epoch(thread), address, bytes, access, bits);
        } else {
            history.write(block, block.epoch(thread), address, bytes, access, bits);
        }
        signals.wrote(block, thread, address, access, order);
        long at = syncAddress(block, address);
        if (Access.isStrong(access)) {
            synchronisation.strongWrite(block, thread, at, access, Access.isAtomic(access), order.releases());
        } else if (!synchronisation.isEmpty()) {
            synchronisation.weakWrite(at);
        }
    }

    /** A mark of this moment among the writes of devices to mapped memory. */
    public long markOfMappedWrites() {
        return signals.mark();
    }

    /** Whether a device may have written a range of mapped memory since a mark. */
    public boolean wroteMappedSince(long mark, long address, int bytes) {
        return signals.since(mark, address, bytes);
    }

    /** Whether from now on the host computes while time passes, so that it may poll memory that it shares with the device. */
    public void hostPolls(boolean does) {
        signals.hostPolls(does);
    }

    /** A thread is about to free an allocation (rule HEAP-5). */
    public void free(BlockCausality block, int thread, long address, long bytes, int site) {
        polling.disturbed();
        history.free(block, block.epoch(thread), address, bytes, Access.free(site));
    }

    /**
     * A thread is about to execute an atomic.
     *
     * @param access packed by {@link Access}
     * @param order semantics of the atomic
     * @param returnsOld whether it returns the old value to the thread
     * @param writes whether it writes; false for a failed compare-and-swap
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
            synchronisation.strongRead(block, thread, syncAddress(block, address), access, order.acquires());
        }
        write(block, thread, address, bytes, access, order, bits);
    }

    /** Sets the listener of each occurrence of a race. */
    public void listen(RaceListener listener) {
        log.listen(listener);
    }

    /**
     * What a block knows of the last writes to the word at an address of global or mapped memory.
     *
     * @param threads the number of threads of the block, of which the host has one
     */
    public WriteVisibility visibility(BlockCausality block, int threads, long address) {
        return history.visibility(block, threads, address);
    }

    /** The oldest value that a thread may read from the word at an address, given the newest. */
    public int oldestAllowed(BlockCausality block, int thread, long address, int newestBits) {
        return history.oldestAllowed(block, thread, address, newestBits);
    }
}
