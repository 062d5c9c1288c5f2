package io.cdpsim.memory.visibility;

import io.cdpsim.memory.MemoryOrder;
import io.cdpsim.memory.Scope;
import java.util.Arrays;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

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
    /** Stands for a device where something is the host's. */
    public static final int HOST_DEVICE = -1;

    private static final int HOST_BLOCK = 1;

    /** Reads the word at an address, a multiple of 4, as memory holds it. */
    @FunctionalInterface
    public interface Words {
        /** The word's bits. */
        int at(long address);
    }

    private final Words memory;
    private final CodeSites sites = new CodeSites();
    private final RaceLog log;
    private final ShadowMemory shadow = new ShadowMemory();
    private final AccessSets sets = new AccessSets();
    private final SyncLocations synchronisation = new SyncLocations();
    private final WatchedBlock host;
    private final @Nullable OldValues oldValues;
    private final KnownQuery query;
    private WatchedGrid[] gridOfBlock = new WatchedGrid[1024];
    private int[] indexOfBlock = new int[1024];
    private int lastBlock = HOST_BLOCK;
    private int repeated;
    private long repeatedEpoch;
    private long repeatedAddress;
    private int repeatedAccess;

    /**
     * A checker that has been told nothing yet.
     *
     * @param memory the watched memory
     * @param canSynchronize whether device code can wait for its children (CDP1), for the advice in reports
     * @param keepsOldValues whether {@link #oldestAllowed} will be asked
     */
    public VisibilityChecker(Words memory, boolean canSynchronize, boolean keepsOldValues) {
        this.memory = memory;
        this.log = new RaceLog(sites, canSynchronize);
        this.oldValues = keepsOldValues ? new OldValues() : null;
        WatchedGrid root = new WatchedGrid(code("the host", 1, i -> "host code"));
        host = new WatchedBlock(HOST_BLOCK, 0, root, 1);
        Arrays.fill(gridOfBlock, root);
        query = new KnownQuery(root);
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
        return sites.add(name, instructions, describe);
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
        int uid = Math.min(lastBlock + 1, Epoch.LAST_BLOCK);
        lastBlock = uid;
        if (uid >= gridOfBlock.length) {
            gridOfBlock = Arrays.copyOf(gridOfBlock, 2 * uid);
            indexOfBlock = Arrays.copyOf(indexOfBlock, 2 * uid);
        }
        gridOfBlock[uid] = grid;
        indexOfBlock[uid] = (int) index;
        return new WatchedBlock(uid, index, grid, warps);
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

    /** Some threads of a warp, by lanes, run a fence. */
    public void fence(WatchedBlock block, int firstThread, int lanes, Scope scope) {
        for (int m = lanes; m != 0; m &= m - 1) {
            block.fences().fence(firstThread + Integer.numberOfTrailingZeros(m), scope);
        }
        block.tick();
    }

    /** The host or a debugger has set memory where nothing can race with it: what was there before is forgotten. */
    public void reset(long address, long bytes) {
        shadow.clear(address, bytes);
        if (oldValues != null) {
            oldValues.forget(address, bytes);
        }
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
        if (Access.isStrong(access) && repeats(block, epoch, address, access)) {
            boolean acquires = order == MemoryOrder.ACQUIRE || order == MemoryOrder.ACQUIRE_RELEASE;
            synchronisation.strongRead(block, thread, address, access, acquires);
            return false;
        }
        boolean races = false;
        for (long at = address & -4L; at < address + bytes; at += 4) {
            int how = Access.withMask(access, mask(at, address, bytes));
            ShadowPage page = shadow.page(at);
            int word = ShadowPage.word(at);
            if (page.weakWrites != null && page.weakWrites.epoch(word) != 0) {
                races |= against(page.weakWrites, page, word, at, block, epoch, how, true, false, 0);
            }
            if (page.strongWrites != null && page.strongWrites.epoch(word) != 0) {
                races |= against(page.strongWrites, page, word, at, block, epoch, how, true, false, 0);
            }
            record(page.readsForUse(), word, epoch, how, block);
        }
        if (Access.isStrong(access)) {
            boolean acquires = order == MemoryOrder.ACQUIRE || order == MemoryOrder.ACQUIRE_RELEASE;
            synchronisation.strongRead(block, thread, address, access, acquires);
            repeated = races || bytes > 4 ? 0 : Math.max(1, repeated);
            repeatedEpoch = epoch;
            repeatedAddress = address;
            repeatedAccess = access;
        }
        return races;
    }

    /** Whether two other threads of the warp have just made the same strong read of a word, and raced with nobody: polling is common. */
    private boolean repeats(WatchedBlock block, long epoch, long address, int access) {
        boolean same = repeated > 0
                && address == repeatedAddress
                && access == repeatedAccess
                && Epoch.block(repeatedEpoch) == block.uid()
                && Epoch.clock(repeatedEpoch) == Epoch.clock(epoch)
                && Epoch.thread(repeatedEpoch) >>> WatchedBlock.WARP_SHIFT
                        == Epoch.thread(epoch) >>> WatchedBlock.WARP_SHIFT;
        repeated = same ? repeated + 1 : 0;
        return repeated > 2;
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
        long epoch = block.epoch(thread);
        repeated = 0;
        for (long at = address & -4L; at < address + bytes; at += 4) {
            int how = Access.withMask(access, mask(at, address, bytes));
            writeWord(
                    block,
                    epoch,
                    at,
                    how,
                    (int) (bits >>> (8 * Math.max(0, at - address))),
                    bytes < 4 ? address & 3 : 0);
        }
        if (!Access.isStrong(access)) {
            if (!synchronisation.isEmpty()) {
                synchronisation.weakWrite(address);
            }
        } else {
            boolean releases = order == MemoryOrder.RELEASE || order == MemoryOrder.ACQUIRE_RELEASE;
            synchronisation.strongWrite(block, thread, address, access, Access.isAtomic(access), releases);
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
            boolean acquires = order == MemoryOrder.ACQUIRE || order == MemoryOrder.ACQUIRE_RELEASE;
            synchronisation.strongRead(block, thread, address, access, acquires);
        }
        write(block, thread, address, bytes, access, order, bits);
    }

    private void writeWord(WatchedBlock block, long epoch, long at, int how, int value, long shiftBytes) {
        ShadowPage page = shadow.page(at);
        int word = ShadowPage.word(at);
        int old = memory.at(at);
        int mask = spread(Access.mask(how));
        int bits = (old & ~mask) | ((value << (8 * (int) shiftBytes)) & mask);
        if (page.weakWrites != null && page.weakWrites.epoch(word) != 0) {
            against(page.weakWrites, page, word, at, block, epoch, how, true, true, bits);
        }
        if (page.strongWrites != null && page.strongWrites.epoch(word) != 0) {
            against(page.strongWrites, page, word, at, block, epoch, how, true, true, bits);
        }
        if (page.reads != null && page.reads.epoch(word) != 0) {
            against(page.reads, page, word, at, block, epoch, how, false, true, bits);
        }
        if (Access.isStrong(how)) {
            record(page.strongWritesForUse(), word, epoch, how, block);
        } else {
            if (Access.mask(how) == Access.ALL_BYTES) {
                // Whatever races with what was before, races with this.
                forget(page.strongWrites, word);
                forget(page.reads, word);
                forget(page.weakWrites, word);
                page.weakWritesForUse().single(word, epoch, how);
            } else {
                record(page.weakWritesForUse(), word, epoch, how, block);
            }
        }
        page.beforeForUse()[word] = old;
        if (oldValues != null) {
            oldValues.replaced(at >>> ShadowPage.WORD_SHIFT, old, epoch);
        }
    }

    private void forget(@Nullable AccessSlots slots, int word) {
        if (slots != null) {
            long epoch = slots.epoch(word);
            if (epoch < 0) {
                sets.release(slots.set(word));
            }
            slots.clear(word);
        }
    }

    /** The bytes of the word at an address that an access touches, one bit each. */
    private static int mask(long word, long address, int bytes) {
        if (bytes >= 4) {
            return Access.ALL_BYTES;
        }
        return ((1 << bytes) - 1) << (int) (address - word);
    }

    /** Full bytes for the bits of a mask. */
    private static int spread(int mask) {
        int bits = 0;
        for (int i = 0; i < 4; i++) {
            bits |= (((mask >>> i) & 1) * 0xFF) << (8 * i);
        }
        return bits;
    }

    /** Reports the earlier accesses that an access races with. @return whether there are any */
    private boolean against(
            AccessSlots slots,
            ShadowPage page,
            int word,
            long address,
            WatchedBlock block,
            long epoch,
            int how,
            boolean earlierWrote,
            boolean writes,
            int newBits) {
        long earlier = slots.epoch(word);
        if (earlier > 0) {
            int earlierHow = slots.access(word);
            if (Epoch.sameThread(earlier, epoch) || !races(earlier, earlierHow, block, epoch, how)) {
                return false;
            }
            report(page, word, address, earlier, earlierHow, earlierWrote, block, epoch, how, writes, newBits);
            return true;
        }
        int set = slots.set(word);
        boolean any = false;
        for (int i = 0; i < AccessSets.CAPACITY; i++) {
            long member = sets.epoch(set, i);
            if (member == 0) {
                break;
            }
            int memberHow = sets.access(set, i);
            if (!Epoch.sameThread(member, epoch) && races(member, memberHow, block, epoch, how)) {
                report(page, word, address, member, memberHow, earlierWrote, block, epoch, how, writes, newBits);
                any = true;
            }
        }
        return any;
    }

    private boolean races(long earlier, int earlierHow, WatchedBlock block, long epoch, int how) {
        int common = Access.mask(earlierHow) & Access.mask(how);
        if (common == 0) {
            return false;
        }
        WatchedGrid grid = gridOfBlock[Epoch.block(earlier)];
        if (Access.isStrong(earlierHow)
                && Access.isStrong(how)
                && includeEachOther(earlier, earlierHow, grid, block, how)) {
            return false;
        }
        return !block.knows(Epoch.thread(epoch), query.of(earlier, grid));
    }

    private static boolean includeEachOther(
            long earlier, int earlierHow, WatchedGrid grid, WatchedBlock block, int how) {
        Scope narrower = Access.level(earlierHow) <= Access.level(how) ? Access.scope(earlierHow) : Access.scope(how);
        return switch (narrower) {
            case BLOCK -> Epoch.block(earlier) == block.uid();
            case DEVICE -> grid.device() == block.grid().device();
            case SYSTEM -> true;
        };
    }

    private void report(
            ShadowPage page,
            int word,
            long address,
            long earlier,
            int earlierHow,
            boolean earlierWrote,
            WatchedBlock block,
            long epoch,
            int how,
            boolean writes,
            int newBits) {
        int earlierBlock = Epoch.block(earlier);
        int now = memory.at(address);
        int before = page.before == null ? now : page.before[word];
        log.race(
                new RaceLog.Side(
                        gridOfBlock[earlierBlock], indexOfBlock[earlierBlock], earlier, earlierHow, earlierWrote),
                new RaceLog.Side(block.grid(), block.index(), epoch, how, writes),
                address,
                writes ? now : before,
                writes ? newBits : now);
    }

    /** Keeps an access among those that later ones may race with. */
    private void record(AccessSlots slots, int word, long epoch, int how, WatchedBlock block) {
        long earlier = slots.epoch(word);
        if (earlier >= 0) {
            if (earlier == 0 || replaces(epoch, how, earlier, slots.access(word), block)) {
                slots.single(word, epoch, how);
                return;
            }
            int set = sets.create();
            sets.addFirst(set, earlier, slots.access(word));
            sets.addFirst(set, epoch, how);
            slots.useSet(word, set);
            return;
        }
        int set = slots.set(word);
        int size = sets.size(set);
        for (int i = 0; i < size; i++) {
            if (Epoch.sameThread(sets.epoch(set, i), epoch) && supersedes(how, sets.access(set, i))) {
                sets.put(set, i, epoch, how);
                return;
            }
        }
        if (size == AccessSets.CAPACITY) {
            sets.remove(set, leastUseful(set, epoch, how, block));
        }
        sets.addFirst(set, epoch, how);
    }

    /** Whether whatever races with the earlier access races with the later one too, if the later one's thread knows the earlier. */
    private boolean supersedes(int how, int earlierHow) {
        return (Access.mask(earlierHow) & ~Access.mask(how)) == 0
                && Access.isNoStronger(how, earlierHow)
                // That a thread has read strongly says which old values it may not see any more.
                && (oldValues == null || Access.isStrong(how) == Access.isStrong(earlierHow));
    }

    private boolean replaces(long epoch, int how, long earlier, int earlierHow, WatchedBlock block) {
        return supersedes(how, earlierHow)
                && block.knows(Epoch.thread(epoch), query.of(earlier, gridOfBlock[Epoch.block(earlier)]));
    }

    /** The member of a full set to forget: one that the newcomer stands for; else the oldest of those whose block or grid has others. */
    private int leastUseful(int set, long epoch, int how, WatchedBlock block) {
        int sameBlock = -1;
        int inBlock = 0;
        int sameGrid = -1;
        int inGrid = 0;
        for (int i = 0; i < AccessSets.CAPACITY; i++) {
            long member = sets.epoch(set, i);
            if (Epoch.block(member) == block.uid()) {
                sameBlock = i;
                inBlock++;
            } else if (gridOfBlock[Epoch.block(member)] == block.grid()) {
                sameGrid = i;
                inGrid++;
            }
        }
        if (inBlock > 1) {
            return sameBlock;
        }
        if (inGrid > 1) {
            return sameGrid;
        }
        for (int i = 0; i < AccessSets.CAPACITY; i++) {
            if (replaces(epoch, how, sets.epoch(set, i), sets.access(set, i), block)) {
                return i;
            }
        }
        return sameGrid >= 0 ? sameGrid : AccessSets.CAPACITY - 1;
    }

    /** The oldest value of the word at an address that a thread may see, given the newest. */
    public int oldestAllowed(WatchedBlock block, int thread, long address, int newestBits) {
        OldValues values = oldValues;
        if (values == null || hasReadStrongly(block, thread, address)) {
            return newestBits;
        }
        return values.oldest(
                address >>> ShadowPage.WORD_SHIFT,
                newestBits,
                writer -> block.knows(thread, query.of(writer, gridOfBlock[Epoch.block(writer)])));
    }

    /** Whether a thread has seen the word with a strong read, which always gives the newest value. */
    private boolean hasReadStrongly(WatchedBlock block, int thread, long address) {
        ShadowPage page = shadow.page(address);
        int word = ShadowPage.word(address);
        AccessSlots reads = page.reads;
        if (reads == null || reads.epoch(word) == 0) {
            return false;
        }
        long mine = block.epoch(thread);
        if (reads.epoch(word) > 0) {
            return Epoch.sameThread(mine, reads.epoch(word)) && Access.isStrong(reads.access(word));
        }
        int set = reads.set(word);
        for (int i = 0; i < AccessSets.CAPACITY; i++) {
            if (Epoch.sameThread(mine, sets.epoch(set, i)) && Access.isStrong(sets.access(set, i))) {
                return true;
            }
        }
        return false;
    }

    /** Bytes that the sets of concurrent accesses take. */
    long bytesOfSets() {
        return sets.bytes();
    }
}
