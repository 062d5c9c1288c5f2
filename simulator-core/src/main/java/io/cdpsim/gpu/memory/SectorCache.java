package io.cdpsim.gpu.memory;

import java.util.Arrays;

/**
 * The tags of a set-associative cache of lines made of at most 8 sectors, with least-recently-used replacement.
 *
 * <p>Holds no data: only which sectors are present, since which cycle, and which are dirty. A sector in flight counts as present
 * from the time it arrives.
 *
 * <p>An L2 cache has hundreds of thousands of lines, accessed in no order: a search reads as little as possible,
 * since each word of it comes from the simulating machine's memory.
 */
public final class SectorCache {
    /** Most ways: the order of their use fits into one word. */
    public static final int MOST_WAYS = 16;

    private static final int WAY_BITS = 4;
    private static final long EACH_WAY = 0x1111_1111_1111_1111L;
    private static final long FIRST_USED_LAST = 0x0123_4567_89AB_CDEFL;

    private static final int DIRTY_SHIFT = 8;
    private static final int ARRIVAL_SHIFT = 16;
    private static final long SECTORS = 0xFF;

    private static final long EACH_BYTE = 0x0101_0101_0101_0101L;
    private static final long HIGH_BIT_OF_EACH_BYTE = 0x8080_8080_8080_8080L;
    private static final int WAYS_IN_WORD = 8;
    private static final int TRAIT_SHIFT = 24;
    private static final long TRAIT = 0xFF;

    /** Words of {@link #sets} per set, and their layout. */
    private static final int SET_WORDS = 4;

    private static final int ORDER = 0;
    private static final int TRAITS = 1;

    private final int setCount;
    private final int ways;

    /**
     * For each set its ways, the most recently used in the lowest bits of a word; then one byte of the hash of each way's line, so that a
     * search compares only likely lines.
     */
    private final long[] sets;

    /**
     * For each entry its line plus one, 0 if empty; then its arrival cycle in the high bits, and the masks of dirty and of
     * present sectors below.
     */
    private final long[] entries;

    private int evictedDirty;

    /** @param ways up to {@link #MOST_WAYS} */
    public SectorCache(long bytes, int lineBytes, int ways) {
        this.ways = Math.max(1, ways);
        this.setCount = (int) Math.max(1, bytes / lineBytes / this.ways);
        sets = new long[setCount * SET_WORDS];
        entries = new long[2 * setCount * this.ways];
        noneUsed();
    }

    /** The entry of a line, or -1. */
    public int find(long line) {
        long hash = hash(line);
        int set = setOf(hash);
        int entry = entryOf(line, hash, set);
        if (entry >= 0) {
            use(set, entry - set * ways);
        }
        return entry;
    }

    private int entryOf(long line, long hash, int set) {
        long trait = (hash >>> TRAIT_SHIFT & TRAIT) * EACH_BYTE;
        int first = set * ways;
        for (int way = 0, word = set * SET_WORDS + TRAITS; way < ways; way += WAYS_IN_WORD, word++) {
            long others = sets[word] ^ trait;
            // The high bit of each zero byte, and possibly of bytes above a zero byte.
            for (long m = (others - EACH_BYTE) & ~others & HIGH_BIT_OF_EACH_BYTE; m != 0; m &= m - 1) {
                int entry = first + way + (Long.numberOfTrailingZeros(m) >>> 3);
                if (entry < first + ways && entries[2 * entry] == line + 1) {
                    return entry;
                }
            }
        }
        return -1;
    }

    private void use(int set, int way) {
        int at = set * SET_WORDS + ORDER;
        long before = sets[at];
        long others = before ^ (EACH_WAY * way);
        // The lowest zero digit is the position of the way.
        int shift =
                Long.numberOfTrailingZeros((others - EACH_WAY) & ~others & (EACH_WAY << (WAY_BITS - 1))) & -WAY_BITS;
        long sooner = (1L << shift) - 1;
        long later = shift == Long.SIZE - WAY_BITS ? 0 : -1L << (shift + WAY_BITS);
        sets[at] = (before & later) | ((before & sooner) << WAY_BITS) | way;
    }

    /** The sectors of an entry that are present or in flight. */
    public int sectors(int entry) {
        return (int) (entries[2 * entry + 1] & SECTORS);
    }

    /** When the last sector in flight to this entry arrives. */
    public long arrival(int entry) {
        return entries[2 * entry + 1] >>> ARRIVAL_SHIFT;
    }

    /** Allocates an entry for an absent line. @return the entry, without sectors */
    public int allocate(long line) {
        long hash = hash(line);
        int set = setOf(hash);
        int at = set * SET_WORDS;
        int way = (int) (sets[at + ORDER] >>> (WAY_BITS * (ways - 1))) & (MOST_WAYS - 1);
        int victim = set * ways + way;
        evictedDirty = (int) (entries[2 * victim + 1] >>> DIRTY_SHIFT & SECTORS);
        entries[2 * victim] = line + 1;
        entries[2 * victim + 1] = 0;
        int word = at + TRAITS + way / WAYS_IN_WORD;
        int shift = Byte.SIZE * (way % WAYS_IN_WORD);
        sets[word] = (sets[word] & ~(TRAIT << shift)) | (hash >>> TRAIT_SHIFT & TRAIT) << shift;
        use(set, way);
        return victim;
    }

    /** The dirty sectors that the last {@link #allocate} evicted. */
    int evictedDirtySectors() {
        return evictedDirty;
    }

    /** Invalidates sectors of a line, if present. */
    void drop(long line, int sectorMask) {
        long hash = hash(line);
        int entry = entryOf(line, hash, setOf(hash));
        if (entry >= 0) {
            entries[2 * entry + 1] &= ~((long) sectorMask << DIRTY_SHIFT | sectorMask);
        }
    }

    /** Fills sectors at a cycle. */
    public void fill(int entry, int sectorMask, long time) {
        long before = entries[2 * entry + 1];
        long arrival = Math.max(before >>> ARRIVAL_SHIFT, time);
        entries[2 * entry + 1] = arrival << ARRIVAL_SHIFT | (before & (SECTORS << DIRTY_SHIFT | SECTORS)) | sectorMask;
    }

    /** Marks sectors dirty. */
    void write(int entry, int sectorMask) {
        entries[2 * entry + 1] |= (long) sectorMask << DIRTY_SHIFT | sectorMask;
    }

    /** Invalidates everything. */
    void invalidate() {
        Arrays.fill(sets, 0);
        Arrays.fill(entries, 0);
        noneUsed();
    }

    /** Unused ways are taken in order. */
    private void noneUsed() {
        long order = FIRST_USED_LAST >>> (WAY_BITS * (MOST_WAYS - ways));
        for (int set = 0; set < setCount; set++) {
            sets[set * SET_WORDS + ORDER] = order;
        }
    }

    private static long hash(long line) {
        return line * 0x9E3779B97F4A7C15L;
    }

    private int setOf(long hash) {
        return (int) (((hash >>> 32) * setCount) >>> 32);
    }
}
