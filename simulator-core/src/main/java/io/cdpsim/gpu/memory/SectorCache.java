package io.cdpsim.gpu.memory;

import java.util.Arrays;
import java.util.function.LongToIntFunction;

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

    /** Most sectors of a line. */
    static final int MOST_SECTORS = 8;

    private static final int WAY_BITS = 4;
    private static final long EACH_WAY = 0x1111_1111_1111_1111L;
    private static final long FIRST_USED_LAST = 0x0123_4567_89AB_CDEFL;

    private static final int DIRTY_SHIFT = 8;
    private static final int ARRIVAL_SHIFT = 16;
    private static final long SECTORS = 0xFF;

    private static final long EACH_BYTE = 0x0101_0101_0101_0101L;
    private static final long LOW_BITS_OF_EACH_BYTE = 0x7F7F_7F7F_7F7F_7F7FL;
    private static final int FEW_WAYS = Integer.BYTES;
    private static final int TRAIT_SHIFT = 24;
    private static final long TRAIT = 0xFF;

    /** Lines of a stretch, which are in consecutive sets, as a power of two. No stretch of the memory's channels is shorter. */
    private static final int STRETCH_BITS = 2;

    private static final int STRETCH_BITS_OF_BANK = 1;
    private static final long[] NONE = {};

    private final int banks;
    private final int stretchesOfBank;
    private final int stretchBits;
    private final int ways;
    private final int traitBytes;
    private final int sets;

    // Made when the first line is allocated: most programs use few of the SMs.
    /** For each set, one byte for each way, 0 if it is empty: a part of the hash of its line, so that a search compares only likely lines. */
    private long[] traits = NONE;

    /** For each set its ways, the most recently used in the lowest bits. */
    private long[] order = NONE;

    /**
     * For each entry its line; and its arrival cycle in the high bits, with the masks of dirty and of present sectors below. The sets of the lines of a stretch
     * have their entries side by side, since what uses a line soon uses those beside it.
     */
    private long[] entries = NONE;

    /** Read before the arrays: the thread that makes them may be another. */
    private volatile boolean isEmpty = true;

    /** @param ways up to {@link #MOST_WAYS} */
    public SectorCache(long bytes, int lineBytes, int ways) {
        this(bytes, lineBytes, ways, 1);
    }

    /**
     * A cache whose sets are divided among banks, as an L2 cache's among the channels of the memory. Threads may use lines of different banks at once.
     *
     * @param ways up to {@link #MOST_WAYS}
     * @param banks at least 1
     */
    SectorCache(long bytes, int lineBytes, int ways, int banks) {
        this.ways = Math.max(1, ways);
        this.banks = banks;
        int setsOfBank = (int) Math.max(1, bytes / lineBytes / this.ways / banks);
        int most = banks == 1 ? STRETCH_BITS : STRETCH_BITS_OF_BANK;
        stretchBits = Math.min(most, Integer.numberOfTrailingZeros(Integer.highestOneBit(setsOfBank)));
        stretchesOfBank = setsOfBank >> stretchBits;
        // Banks share no word.
        traitBytes = this.ways <= FEW_WAYS && banks == 1 ? FEW_WAYS : (this.ways + Long.BYTES - 1) & -Long.BYTES;
        sets = (banks * stretchesOfBank) << stretchBits;
    }

    private synchronized void make() {
        if (order.length == 0) {
            traits = new long[(sets * traitBytes + Long.BYTES - 1) / Long.BYTES];
            order = new long[sets];
            // Unused ways are taken in order.
            Arrays.fill(order, FIRST_USED_LAST >>> (WAY_BITS * (MOST_WAYS - ways)));
            entries = new long[2 * sets * ways];
        }
        isEmpty = false;
    }

    /** The entry of a line, or -1. */
    public int find(long line) {
        long hash = hash(line);
        int set = setOf(line, hash);
        int way = wayOf(line, hash, set);
        if (way < 0) {
            return -1;
        }
        use(set, way);
        return entryOf(set, way);
    }

    /** The entry of a line, or -1. Does not count as a use of the line. */
    int peek(long line) {
        long hash = hash(line);
        int set = setOf(line, hash);
        int way = wayOf(line, hash, set);
        return way < 0 ? -1 : entryOf(set, way);
    }

    /**
     * Reads what a search for a line will read, and what an allocation would, so that the simulating machine's caches hold it. Searches that follow one another
     * wait for one another; such reads do not.
     *
     * @return what is read, of no meaning
     */
    long readAhead(long line) {
        if (isEmpty) {
            return 0;
        }
        long hash = hash(line);
        int set = setOf(line, hash);
        int way = wayOf(line, hash, set);
        return entries[stateOf(entryOf(set, way >= 0 ? way : leastRecentlyUsed(set)))] ^ order[set];
    }

    /** The place of a set among those of its stretch, which is that of its lines in their stretches. */
    private int inStretch(int set) {
        return set & ((1 << stretchBits) - 1);
    }

    private int entryOf(int set, int way) {
        return ((set >>> stretchBits) * ways + way) << stretchBits | inStretch(set);
    }

    private int wayOf(long line, long hash, int set) {
        if (isEmpty) {
            return -1;
        }
        long trait = traitOf(hash) * EACH_BYTE;
        int at = set * traitBytes;
        // Ways of the second word have odd bits.
        long equal = equalBytes(traits[at / Long.BYTES] >>> (Byte.SIZE * at), trait) >>> (Byte.SIZE - 1);
        if (ways > Long.BYTES) {
            equal |= equalBytes(traits[at / Long.BYTES + 1], trait);
        }
        for (long m = equal; m != 0; m &= m - 1) {
            int bit = Long.numberOfTrailingZeros(m);
            int way = bit / Byte.SIZE + (bit & 1) * Long.BYTES;
            if (way < ways && entries[lineOf(entryOf(set, way))] == line) {
                return way;
            }
        }
        return -1;
    }

    /** The high bit of each byte that is the same, and no other: a way without a trait has an old line. */
    private static long equalBytes(long a, long b) {
        long others = a ^ b;
        return ~((others & LOW_BITS_OF_EACH_BYTE) + LOW_BITS_OF_EACH_BYTE | others | LOW_BITS_OF_EACH_BYTE);
    }

    private static long traitOf(long hash) {
        return Math.max(1, hash >>> TRAIT_SHIFT & TRAIT);
    }

    private void use(int set, int way) {
        long before = order[set];
        long others = before ^ (EACH_WAY * way);
        // The lowest zero digit is the position of the way.
        int shift =
                Long.numberOfTrailingZeros((others - EACH_WAY) & ~others & (EACH_WAY << (WAY_BITS - 1))) & -WAY_BITS;
        long sooner = (1L << shift) - 1;
        long later = shift == Long.SIZE - WAY_BITS ? 0 : -1L << (shift + WAY_BITS);
        order[set] = (before & later) | ((before & sooner) << WAY_BITS) | way;
    }

    private int leastRecentlyUsed(int set) {
        return (int) (order[set] >>> (WAY_BITS * (ways - 1))) & (MOST_WAYS - 1);
    }

    /** The word of an entry's line. */
    private static int lineOf(int entry) {
        return 2 * entry;
    }

    /** The word of an entry's sectors. */
    private static int stateOf(int entry) {
        return 2 * entry + 1;
    }

    /** The sectors of an entry that are present or in flight. */
    public int sectors(int entry) {
        return (int) (entries[stateOf(entry)] & SECTORS);
    }

    /** When the last sector in flight to this entry arrives. */
    public long arrival(int entry) {
        return entries[stateOf(entry)] >>> ARRIVAL_SHIFT;
    }

    /** Allocates an entry for an absent line. @return the entry, without sectors */
    public int allocate(long line) {
        return (int) replace(line);
    }

    /** Allocates an entry for an absent line. @return the entry, without sectors; and above it the dirty sectors that it evicts */
    long replace(long line) {
        if (isEmpty) {
            make();
        }
        long hash = hash(line);
        int set = setOf(line, hash);
        int way = leastRecentlyUsed(set);
        int entry = entryOf(set, way);
        int traitAt = set * traitBytes + way;
        int word = traitAt / Long.BYTES;
        int shift = Byte.SIZE * (traitAt % Long.BYTES);
        long before = traits[word];
        traits[word] = (before & ~(TRAIT << shift)) | traitOf(hash) << shift;
        boolean wasEmpty = (before >>> shift & TRAIT) == 0;
        long evictedDirty = wasEmpty ? 0 : entries[stateOf(entry)] >>> DIRTY_SHIFT & SECTORS;
        entries[lineOf(entry)] = line;
        entries[stateOf(entry)] = 0;
        use(set, way);
        return evictedDirty << Integer.SIZE | entry;
    }

    /** Invalidates sectors of a line, if present. */
    void drop(long line, int sectorMask) {
        int entry = peek(line);
        if (entry >= 0) {
            invalidate(entry, sectorMask);
        }
    }

    /** Invalidates sectors of an entry. */
    void invalidate(int entry, int sectorMask) {
        entries[stateOf(entry)] &= ~((long) sectorMask << DIRTY_SHIFT | sectorMask);
    }

    /** Invalidates sectors of all lines from one to another, those that a function names for each line that is present. */
    void dropAll(long first, long last, LongToIntFunction sectorsOfLine) {
        if (last - first < sets()) {
            for (long line = first; line <= last; line++) {
                drop(line, sectorsOfLine.applyAsInt(line));
            }
            return;
        }
        for (int entry = 0; lineOf(entry) < entries.length; entry++) {
            long line = entries[lineOf(entry)];
            if (line >= first && line <= last) {
                invalidate(entry, sectorsOfLine.applyAsInt(line));
            }
        }
    }

    /** How many lines it can hold. */
    int entries() {
        return sets() * ways;
    }

    /** How many sets it has. */
    int sets() {
        return sets;
    }

    /** Counts a line for its set, if the set can hold it beside the lines already counted, which are used after it. @return whether it can */
    boolean holdsBefore(byte[] linesOfSets, long line) {
        int set = setOf(line, hash(line));
        if (linesOfSets[set] == ways) {
            return false;
        }
        linesOfSets[set]++;
        return true;
    }

    /** Fills sectors at a cycle. */
    public void fill(int entry, int sectorMask, long time) {
        int at = stateOf(entry);
        long before = entries[at];
        long arrival = Math.max(before >>> ARRIVAL_SHIFT, time);
        entries[at] = arrival << ARRIVAL_SHIFT | (before & (SECTORS << DIRTY_SHIFT | SECTORS)) | sectorMask;
    }

    /** Sectors of a line are on the way to its entry. */
    void expect(int entry, int sectorMask) {
        fill(entry, sectorMask, 0);
    }

    /** Sectors that were expected arrive at a cycle, unless another line has the entry by now. */
    void arrive(int entry, long line, long time) {
        if (entries[lineOf(entry)] == line) {
            fill(entry, 0, time);
        }
    }

    /** Marks sectors dirty. */
    void write(int entry, int sectorMask) {
        entries[stateOf(entry)] |= (long) sectorMask << DIRTY_SHIFT | sectorMask;
    }

    /** Invalidates everything. */
    void invalidate() {
        if (!isEmpty) {
            isEmpty = true;
            Arrays.fill(traits, 0);
        }
    }

    /** A hash that is the same for all lines of a stretch. */
    private long hash(long line) {
        return (line >>> stretchBits) * 0x9E3779B97F4A7C15L;
    }

    private int setOf(long line, long hash) {
        int inBank = (int) (((hash >>> 32) * stretchesOfBank) >>> 32);
        int stretch = banks == 1 ? inBank : DramChannels.channel(line, banks) * stretchesOfBank + inBank;
        return stretch << stretchBits | inStretch((int) line);
    }
}
