package io.cdpsim.runtime.launch;

import io.cdpsim.gpu.grid.CachePreference;
import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.runtime.pool.PoolPlace;
import java.util.Arrays;
import java.util.List;

/**
 * Everything that has been posted and is not complete: grids, device-side memory operations and event waits.
 *
 * <p>A launch bomb posts hundreds of thousands of grids, so an entry is a row of primitive columns of under a hundred bytes, besides its
 * parameters. Entry 0 is not used: 0 means none.
 */
// States, kinds and places are kept as bytes in columns, which only their ordinals make possible.
@SuppressWarnings("EnumOrdinal")
public final class GridTable {
    private static final int FIRST_CAPACITY = 256;

    private final GridDescriptions descriptions = new GridDescriptions(FIRST_CAPACITY);
    private final List<GridKind> kinds = List.of(GridKind.values());
    private final List<GridState> states = List.of(GridState.values());
    private final List<CachePreference> preferences = List.of(CachePreference.values());
    private final long most;

    private byte[] state = new byte[FIRST_CAPACITY];
    private byte[] kind = new byte[FIRST_CAPACITY];
    private byte[] slot = new byte[FIRST_CAPACITY];
    private byte[] cachePreference = new byte[FIRST_CAPACITY];
    private boolean[] launched = new boolean[FIRST_CAPACITY];
    private long[] number = new long[FIRST_CAPACITY];
    private int[] parent = new int[FIRST_CAPACITY];
    private int[] stream = new int[FIRST_CAPACITY];
    private int[] launchRecord = new int[FIRST_CAPACITY];
    private int[] depth = new int[FIRST_CAPACITY];
    private int[] blockedBy = new int[FIRST_CAPACITY];
    private int[] children = new int[FIRST_CAPACITY];
    private int[] firstSuccessor = new int[FIRST_CAPACITY];
    private int[] firstTail = new int[FIRST_CAPACITY];
    private int[] lastTail = new int[FIRST_CAPACITY];
    private int[] nextTail = new int[FIRST_CAPACITY];
    private int freeHead;
    private int used = 1;
    private int live;
    private final GridNumbers numbers;

    /**
     * An empty table.
     *
     * @param most entries in use at once beyond which the program counts as a runaway launch bomb
     * @param numbers gives each entry its number in the run
     */
    public GridTable(long most, GridNumbers numbers) {
        this.numbers = numbers;
        this.most = most;
    }

    /** Makes an entry. @throws LaunchBombException if as many entries are in use as may be */
    public int add(GridKind newKind, int parentEntry, int newDepth) {
        if (live >= most) {
            throw new LaunchBombException(live);
        }
        int entry;
        if (freeHead != 0) {
            entry = freeHead;
            freeHead = nextTail[entry];
        } else {
            if (used == state.length) {
                grow();
            }
            entry = used++;
        }
        live++;
        state[entry] = (byte) GridState.WAITING.ordinal();
        kind[entry] = (byte) newKind.ordinal();
        slot[entry] = 0;
        cachePreference[entry] = 0;
        launched[entry] = false;
        number[entry] = numbers.next();
        parent[entry] = parentEntry;
        stream[entry] = 0;
        launchRecord[entry] = 0;
        depth[entry] = newDepth;
        blockedBy[entry] = 0;
        children[entry] = 0;
        firstSuccessor[entry] = 0;
        firstTail[entry] = 0;
        lastTail[entry] = 0;
        nextTail[entry] = 0;
        return entry;
    }

    private void grow() {
        // Entry 0 is not used.
        int length = (int) Math.min(2L * state.length, Math.max(most + 1, state.length + 1L));
        state = Arrays.copyOf(state, length);
        kind = Arrays.copyOf(kind, length);
        slot = Arrays.copyOf(slot, length);
        cachePreference = Arrays.copyOf(cachePreference, length);
        launched = Arrays.copyOf(launched, length);
        descriptions.grow(length);
        number = Arrays.copyOf(number, length);
        parent = Arrays.copyOf(parent, length);
        stream = Arrays.copyOf(stream, length);
        launchRecord = Arrays.copyOf(launchRecord, length);
        depth = Arrays.copyOf(depth, length);
        blockedBy = Arrays.copyOf(blockedBy, length);
        children = Arrays.copyOf(children, length);
        firstSuccessor = Arrays.copyOf(firstSuccessor, length);
        firstTail = Arrays.copyOf(firstTail, length);
        lastTail = Arrays.copyOf(lastTail, length);
        nextTail = Arrays.copyOf(nextTail, length);
    }

    /** Gives an entry back. */
    void remove(int entry) {
        state[entry] = (byte) GridState.FREE.ordinal();
        descriptions.clear(entry);
        nextTail[entry] = freeHead;
        freeHead = entry;
        live--;
    }

    /** Keeps the operands of a memory operation. */
    public void describe(int entry, byte[] operands) {
        descriptions.set(entry, operands);
    }

    /** Sets what a grid runs and how. The shape must have passed the checks of the runtime. */
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
        return states.get(state[entry]);
    }

    public void state(int entry, GridState newState) {
        state[entry] = (byte) newState.ordinal();
    }

    public GridKind kind(int entry) {
        return kinds.get(kind[entry]);
    }

    /** The number of the grid in the run, from 1. */
    public long number(int entry) {
        return number[entry];
    }

    /** Where the entry is counted in the pool. */
    public PoolPlace place(int entry) {
        return PoolPlace.of(slot[entry]);
    }

    public void place(int entry, PoolPlace place) {
        slot[entry] = (byte) place.ordinal();
    }

    /** The device's cache preference as the grid found it. */
    public CachePreference cachePreference(int entry) {
        return preferences.get(cachePreference[entry]);
    }

    public void cachePreference(int entry, CachePreference preference) {
        cachePreference[entry] = (byte) preference.ordinal();
    }

    /** The grid that posted it, or 0 for the host. */
    public int parent(int entry) {
        return parent[entry];
    }

    /** The stream it is in, or 0. */
    public int stream(int entry) {
        return stream[entry];
    }

    public void stream(int entry, int newStream) {
        stream[entry] = newStream;
    }

    /** The launching block's record (CDP1), or 0. */
    public int launchRecord(int entry) {
        return launchRecord[entry];
    }

    public void launchRecord(int entry, int record) {
        launchRecord[entry] = record;
    }

    /** Nesting depth, 0 for a grid of the host. */
    public int depth(int entry) {
        return depth[entry];
    }

    /** How many things must be over before it may start. */
    public int blockedBy(int entry) {
        return blockedBy[entry];
    }

    void block(int entry) {
        blockedBy[entry]++;
    }

    /** One thing less holds the entry back. @return whether nothing holds it back any more */
    boolean unblock(int entry) {
        return --blockedBy[entry] == 0;
    }

    /** Whether it has posted anything. */
    public boolean hasLaunched(int entry) {
        return launched[entry];
    }

    void markLaunched(int entry) {
        launched[entry] = true;
    }

    /** Work it posted, tails aside, that is not complete. */
    int children(int entry) {
        return children[entry];
    }

    void changeChildren(int entry, int change) {
        children[entry] += change;
    }

    /** First of the list of those who wait for it, in a {@link SuccessorLists}. */
    int firstSuccessor(int entry) {
        return firstSuccessor[entry];
    }

    void firstSuccessor(int entry, int link) {
        firstSuccessor[entry] = link;
    }

    /** Rule TAIL-1: one list for the grid, in the order of posting. */
    void addTail(int entry, int tail) {
        if (firstTail[entry] == 0) {
            firstTail[entry] = tail;
        } else {
            nextTail[lastTail[entry]] = tail;
        }
        lastTail[entry] = tail;
    }

    /** The tail launch that is next in order, or 0. */
    int firstTail(int entry) {
        return firstTail[entry];
    }

    /** Whether it had tail launches. */
    public boolean endedByTail(int entry) {
        return lastTail[entry] != 0;
    }

    void dropFirstTail(int entry) {
        firstTail[entry] = nextTail[firstTail[entry]];
    }
}
