package io.cdpsim.gpu.memory;

import java.util.Arrays;

/**
 * The tags of a set-associative cache of lines made of at most 8 sectors, with least-recently-used replacement.
 *
 * <p>Holds no data, only which sectors are there, from what time on, and which are dirty. A sector that is on its way counts as present
 * from the time it arrives.
 *
 * <p>An L2 cache has hundreds of thousands of lines, which are asked for in no order: what a search looks at is kept as small as can be,
 * since each of it comes from the memory of the machine that simulates.
 */
public final class SectorCache {
    /** As many ways as the order of their use has room for in a word. */
    public static final int MOST_WAYS = 16;

    private static final int WAY_BITS = 4;
    private static final long EACH_WAY = 0x1111_1111_1111_1111L;
    private static final long FIRST_USED_LAST = 0x0123_4567_89AB_CDEFL;

    private static final int EMPTY = -1;
    private static final int DIRTY_SHIFT = 8;
    private static final int ARRIVAL_SHIFT = 16;
    private static final long SECTORS = 0xFF;

    private final int sets;
    private final int ways;
    /** The low bits of the lines, which tell those of one device apart: it has less than 2^32 - 1. */
    private final int[] tags;

    /** For each set its ways, the one used last in the lowest bits. */
    private final long[] order;

    /** For each line when it arrives, in the high bits, and its dirty sectors above those that are present. */
    private final long[] state;

    private int evictedDirty;

    /** @param ways up to {@link #MOST_WAYS} */
    public SectorCache(long bytes, int lineBytes, int ways) {
        this.ways = Math.max(1, ways);
        this.sets = (int) Math.max(1, bytes / lineBytes / this.ways);
        tags = new int[sets * this.ways];
        order = new long[sets];
        state = new long[sets * this.ways];
        invalidate();
    }

    /** Where the line is, or -1. */
    public int find(long line) {
        int set = setOf(line);
        int entry = entryOf(line, set);
        if (entry >= 0) {
            use(set, entry - set * ways);
        }
        return entry;
    }

    private int entryOf(long line, int set) {
        int tag = (int) line;
        int first = set * ways;
        for (int i = first; i < first + ways; i++) {
            if (tags[i] == tag) {
                return i;
            }
        }
        return -1;
    }

    private void use(int set, int way) {
        long before = order[set];
        long others = before ^ (EACH_WAY * way);
        // The lowest digit that is zero is where the way stands.
        int shift =
                Long.numberOfTrailingZeros((others - EACH_WAY) & ~others & (EACH_WAY << (WAY_BITS - 1))) & -WAY_BITS;
        long sooner = (1L << shift) - 1;
        long later = shift == Long.SIZE - WAY_BITS ? 0 : -1L << (shift + WAY_BITS);
        order[set] = (before & later) | ((before & sooner) << WAY_BITS) | way;
    }

    /** The sectors of an entry that are present or on their way. */
    public int sectors(int entry) {
        return (int) (state[entry] & SECTORS);
    }

    /** When the last sector on its way to this entry is there. */
    public long arrival(int entry) {
        return state[entry] >>> ARRIVAL_SHIFT;
    }

    /** Makes room for the line, which is not in the cache. @return its entry, without sectors */
    public int allocate(long line) {
        int set = setOf(line);
        int way = (int) (order[set] >>> (WAY_BITS * (ways - 1))) & (MOST_WAYS - 1);
        int victim = set * ways + way;
        evictedDirty = (int) (state[victim] >>> DIRTY_SHIFT & SECTORS);
        tags[victim] = (int) line;
        state[victim] = 0;
        use(set, way);
        return victim;
    }

    /** The dirty sectors that the last {@link #allocate} drove out. */
    int evictedDirtySectors() {
        return evictedDirty;
    }

    /** Sectors of a line are void, if they are there. */
    void drop(long line, int sectorMask) {
        int entry = entryOf(line, setOf(line));
        if (entry >= 0) {
            state[entry] &= ~((long) sectorMask << DIRTY_SHIFT | sectorMask);
        }
    }

    /** Sectors come in at a time. */
    public void fill(int entry, int sectorMask, long time) {
        long before = state[entry];
        long arrival = Math.max(before >>> ARRIVAL_SHIFT, time);
        state[entry] = arrival << ARRIVAL_SHIFT | (before & (SECTORS << DIRTY_SHIFT | SECTORS)) | sectorMask;
    }

    /** Sectors are written. */
    void write(int entry, int sectorMask) {
        state[entry] |= (long) sectorMask << DIRTY_SHIFT | sectorMask;
    }

    /** Drops everything. */
    void invalidate() {
        Arrays.fill(tags, EMPTY);
        Arrays.fill(state, 0);
        // Ways that nobody has used yet are taken in their order.
        Arrays.fill(order, FIRST_USED_LAST >>> (WAY_BITS * (MOST_WAYS - ways)));
    }

    private int setOf(long line) {
        long hash = line * 0x9E3779B97F4A7C15L;
        return (int) (((hash >>> 32) * sets) >>> 32);
    }
}
