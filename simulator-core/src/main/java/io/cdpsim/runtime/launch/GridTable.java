package io.cdpsim.runtime.launch;

import io.cdpsim.gpu.grid.CachePreference;
import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.observe.RunEvent.LaunchKind;
import io.cdpsim.runtime.launch.LaunchTree.SuccessorLists;
import io.cdpsim.runtime.launch.PendingLaunchPool.PoolSlot;
import java.util.List;

/**
 * All work that has been posted and is not complete: grids, device-side memory operations and event waits.
 *
 * <p>A launch bomb posts hundreds of thousands of grids, so an entry is a row of primitive columns of some fifty bytes. Columns
 * that only launching entries need are in {@link LauncherTable}. Entry 0 is not used: 0 means none.
 */
// The columns store states, kinds and slots as the bytes of their ordinals.
@SuppressWarnings("EnumOrdinal")
public final class GridTable {
    private final LaunchDescriptions descriptions = new LaunchDescriptions();
    private final LauncherTable launchers = new LauncherTable();
    private final List<GridKind> kinds = List.of(GridKind.values());
    private final List<GridState> states = List.of(GridState.values());
    private final List<CachePreference> preferences = List.of(CachePreference.values());
    private final long maxEntries;

    private final ChunkedArray.OfByte state = new ChunkedArray.OfByte();
    private final ChunkedArray.OfByte kind = new ChunkedArray.OfByte();
    private final ChunkedArray.OfByte slot = new ChunkedArray.OfByte();
    private final ChunkedArray.OfByte cachePreference = new ChunkedArray.OfByte();
    private final ChunkedArray.OfInt number = new ChunkedArray.OfInt();
    /** The upper halves of the numbers: all zero, so without memory, in runs of less than 2^32 grids. */
    private final ChunkedArray.OfInt upperNumber = new ChunkedArray.OfInt();

    private final ChunkedArray.OfInt parent = new ChunkedArray.OfInt();
    private final ChunkedArray.OfInt stream = new ChunkedArray.OfInt();
    private final ChunkedArray.OfInt launchRecord = new ChunkedArray.OfInt();
    private final ChunkedArray.OfSmallInt depth = new ChunkedArray.OfSmallInt();
    private final ChunkedArray.OfSmallInt blockedBy = new ChunkedArray.OfSmallInt();
    private final ChunkedArray.OfInt launcher = new ChunkedArray.OfInt();
    private final ChunkedArray.OfInt firstSuccessor = new ChunkedArray.OfInt();
    private final ChunkedArray.OfInt nextTail = new ChunkedArray.OfInt();
    private int freeHead;
    private int used = 1;
    private int live;
    private final GridNumbers numbers;

    /**
     * An empty table.
     *
     * @param maxEntries maximum number of entries in use; a program that exceeds it counts as a runaway launch bomb
     * @param numbers assigns each entry its number in the run
     */
    public GridTable(long maxEntries, GridNumbers numbers) {
        this.numbers = numbers;
        this.maxEntries = maxEntries;
        ensureIndex(0);
    }

    /** Adds an entry. @throws LaunchBombException if the maximum number of entries is in use */
    public int add(GridKind newKind, int parentEntry, int newDepth) {
        if (live >= maxEntries) {
            throw new LaunchBombException(live);
        }
        int entry;
        if (freeHead != 0) {
            entry = freeHead;
            freeHead = nextTail.get(entry);
        } else {
            entry = used++;
            if (entry == state.length()) {
                ensureIndex(entry);
            }
        }
        live++;
        state.set(entry, (byte) GridState.WAITING.ordinal());
        kind.set(entry, (byte) newKind.ordinal());
        slot.set(entry, (byte) 0);
        cachePreference.set(entry, (byte) 0);
        long next = numbers.next();
        number.set(entry, (int) next);
        upperNumber.set(entry, (int) (next >>> Integer.SIZE));
        parent.set(entry, parentEntry);
        stream.set(entry, 0);
        launchRecord.set(entry, 0);
        depth.set(entry, newDepth);
        blockedBy.set(entry, 0);
        launcher.set(entry, 0);
        firstSuccessor.set(entry, 0);
        nextTail.set(entry, 0);
        if (parentEntry != 0 && launcher.get(parentEntry) == 0) {
            launcher.set(parentEntry, launchers.add());
        }
        return entry;
    }

    private void ensureIndex(int entry) {
        state.ensureIndex(entry);
        kind.ensureIndex(entry);
        slot.ensureIndex(entry);
        cachePreference.ensureIndex(entry);
        descriptions.ensureIndex(entry);
        number.ensureIndex(entry);
        upperNumber.ensureIndex(entry);
        parent.ensureIndex(entry);
        stream.ensureIndex(entry);
        launchRecord.ensureIndex(entry);
        depth.ensureIndex(entry);
        blockedBy.ensureIndex(entry);
        launcher.ensureIndex(entry);
        firstSuccessor.ensureIndex(entry);
        nextTail.ensureIndex(entry);
    }

    /** Frees an entry. */
    void remove(int entry) {
        state.set(entry, (byte) GridState.FREE.ordinal());
        descriptions.clear(entry);
        if (launcher.get(entry) != 0) {
            launchers.remove(launcher.get(entry));
        }
        nextTail.set(entry, freeHead);
        freeHead = entry;
        live--;
    }

    /** Sets the operands of a memory operation. */
    public void describe(int entry, byte[] operands) {
        descriptions.set(entry, operands);
    }

    /** Sets the kernel, shape and parameters of a grid. The shape must have passed the checks of the runtime. */
    public void describe(int entry, Kernel code, LaunchShape shape, byte[] parameterBytes) {
        descriptions.set(entry, code, shape, parameterBytes);
    }

    /** Whether the entry is a copy or a fill, not a grid. */
    public boolean isMemoryOperation(int entry) {
        return descriptions.isMemoryOperation(entry);
    }

    public Kernel kernel(int entry) {
        return descriptions.kernel(entry);
    }

    public LaunchShape shape(int entry) {
        return descriptions.shape(entry);
    }

    public byte[] parameters(int entry) {
        return descriptions.parameters(entry);
    }

    /** One more than the highest entry that was ever in use. */
    public int end() {
        return used;
    }

    /** Entries in use. */
    public int live() {
        return live;
    }

    public GridState state(int entry) {
        return states.get(state.get(entry));
    }

    public void state(int entry, GridState newState) {
        state.set(entry, (byte) newState.ordinal());
    }

    public GridKind kind(int entry) {
        return kinds.get(kind.get(entry));
    }

    /** The number of the grid in the run, from 1. */
    public long number(int entry) {
        return (long) upperNumber.get(entry) << Integer.SIZE | Integer.toUnsignedLong(number.get(entry));
    }

    /** The slot of the entry in the pool. */
    public PoolSlot poolSlot(int entry) {
        return PoolSlot.of(slot.get(entry));
    }

    public void poolSlot(int entry, PoolSlot newSlot) {
        slot.set(entry, (byte) newSlot.ordinal());
    }

    /** The device's cache preference that the grid inherited. */
    public CachePreference cachePreference(int entry) {
        return preferences.get(cachePreference.get(entry));
    }

    public void cachePreference(int entry, CachePreference preference) {
        cachePreference.set(entry, (byte) preference.ordinal());
    }

    /** The grid that posted it, or 0 for the host. */
    public int parent(int entry) {
        return parent.get(entry);
    }

    /** The stream it is in, or 0. */
    public int stream(int entry) {
        return stream.get(entry);
    }

    public void stream(int entry, int newStream) {
        stream.set(entry, newStream);
    }

    /** The launching block's record (CDP1), or 0. */
    public int launchRecord(int entry) {
        return launchRecord.get(entry);
    }

    public void launchRecord(int entry, int record) {
        launchRecord.set(entry, record);
    }

    /** Nesting depth, 0 for a grid of the host. */
    public int depth(int entry) {
        return depth.get(entry);
    }

    /** The number of entries and conditions that it waits for. */
    public int blockedBy(int entry) {
        return blockedBy.get(entry);
    }

    void block(int entry) {
        blockedBy.set(entry, blockedBy.get(entry) + 1);
    }

    /** Removes one condition that the entry waits for. @return whether it was the last one */
    boolean unblock(int entry) {
        int left = blockedBy.get(entry) - 1;
        blockedBy.set(entry, left);
        return left == 0;
    }

    /** Whether it has posted anything. */
    public boolean hasLaunched(int entry) {
        return launcher.get(entry) != 0;
    }

    /** Its number in the {@link LauncherTable}, from 1; 0 if it has posted nothing. */
    public int launcher(int entry) {
        return launcher.get(entry);
    }

    /** Number of entries that it posted and that are not complete, without tail launches. */
    int children(int entry) {
        return launchers.children(launcher.get(entry));
    }

    /** It must have posted something. */
    void changeChildren(int entry, int change) {
        launchers.changeChildren(launcher.get(entry), change);
    }

    /** The first link of the list of its successors, in a {@link SuccessorLists}. */
    int firstSuccessor(int entry) {
        return firstSuccessor.get(entry);
    }

    void firstSuccessor(int entry, int link) {
        firstSuccessor.set(entry, link);
    }

    /** Rule TAIL-1: one list for the grid, in the order of posting. It must have posted something. */
    void addTail(int entry, int tail) {
        int before = launchers.addTail(launcher.get(entry), tail);
        if (before != 0) {
            nextTail.set(before, tail);
        }
    }

    /** Its first waiting tail launch, or 0. */
    int firstTail(int entry) {
        return launchers.firstTail(launcher.get(entry));
    }

    /** Whether it has ever had tail launches. */
    public boolean hadTails(int entry) {
        return launchers.hasTails(launcher.get(entry));
    }

    void dropFirstTail(int entry) {
        launchers.firstTail(launcher.get(entry), nextTail.get(firstTail(entry)));
    }

    /** The kind of a posted entry. */
    public enum GridKind {
        /** A grid that the host launched. */
        HOST_GRID,
        /** A grid in the NULL stream, a named or a per-thread stream of the device. */
        STREAM_GRID,
        /** A grid in the fire-and-forget stream (rule FAF-1). */
        FIRE_AND_FORGET_GRID,
        /** A grid in a tail-launch stream (rule TAIL-1). */
        TAIL_GRID,
        /** A device-side memcpy or memset. */
        MEMORY_OPERATION,
        /** The wait of a stream for an event (rule EVT-1): no work, only order. */
        EVENT_WAIT;

        /** How a grid of this kind was launched. @throws IllegalStateException if this is not a kind of grid */
        public LaunchKind launchKind() {
            return switch (this) {
                case HOST_GRID -> LaunchKind.HOST;
                case STREAM_GRID -> LaunchKind.STREAM;
                case FIRE_AND_FORGET_GRID -> LaunchKind.FIRE_AND_FORGET;
                case TAIL_GRID -> LaunchKind.TAIL;
                case MEMORY_OPERATION, EVENT_WAIT -> throw new IllegalStateException(this + " is not a grid");
            };
        }
    }

    /** The progress of a posted grid, copy, fill or wait. */
    public enum GridState {
        /** The entry is not in use. */
        FREE,
        /** The entry is posted and waits for others. */
        WAITING,
        /** The entry is unblocked. */
        READY,
        /** The device runs the entry. */
        RUNNING,
        /** All its threads have exited; it waits for its children and tail launches. */
        THREADS_EXITED,
        /** The entry and all work that it posted are done; its successors are not unblocked yet. */
        COMPLETING,
        /**
         * The entry is complete and its successors are unblocked; its parent is not notified, and its slot of the pool is not
         * free.
         */
        RETIRING
    }

    /** Numbers the grids, copies and waits of a run in the order of posting, across all devices. */
    public static final class GridNumbers {
        private long last;

        /** No numbers assigned; the first is 1. */
        public GridNumbers() {}

        long next() {
            return ++last;
        }
    }
}
