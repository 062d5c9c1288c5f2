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
    private static final long HIGH_BIT_OF_EACH_BYTE = 0x8080_8080_8080_8080L;
    private static final int WAYS_IN_WORD = 8;
    private static final int TRAIT_SHIFT = 24;
    private static final long TRAIT = 0xFF;

    private static final int ORDER = 0;
    private static final int TRAITS = 1;

    /** Lines of a stretch, which are in consecutive sets, as a power of two. No stretch of the memory's channels is shorter. */
    private static final int STRETCH_BITS = 2;

    private static final int STRETCH_BITS_OF_BANK = 1;
    private static final long[] NO_PAGE = {};

    private final int banks;
    private final int stretchesOfBank;
    private final int stretchBits;
    private final int ways;
    private final int headWords;
    private final int firstEntry;

    /**
     * The sets, those of the lines of a stretch in a page, which is made when one of them is allocated: most programs touch little of an L2
     * cache, and few of the SMs; and what uses a line soon uses those beside it.
     *
     * <p>For each set a head: its ways, the most recently used in the lowest bits of a word; then one byte of the hash of each way's line, so that a
     * search compares only likely lines. Behind the heads, for each way and then for each set, the entry's line plus one, 0 if empty; and its arrival cycle in the high bits,
     * with the masks of dirty and of present sectors below.
     */
    private final long[][] pages;

    private boolean isEmpty = true;

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
        int sets = (int) Math.max(1, bytes / lineBytes / this.ways / banks);
        int most = banks == 1 ? STRETCH_BITS : STRETCH_BITS_OF_BANK;
        stretchBits = Math.min(most, Integer.numberOfTrailingZeros(Integer.highestOneBit(sets)));
        stretchesOfBank = sets >> stretchBits;
        headWords = TRAITS + (this.ways + WAYS_IN_WORD - 1) / WAYS_IN_WORD;
        firstEntry = headWords << stretchBits;
        pages = new long[banks * stretchesOfBank][];
        Arrays.fill(pages, NO_PAGE);
    }

    /** The entry of a line, or -1. */
    public int find(long line) {
        long hash = hash(line);
        int set = setOf(line, hash);
        long[] page = pages[set >>> stretchBits];
        int way = wayOf(line, hash, page, set);
        if (way < 0) {
            return -1;
        }
        use(page, headOf(set), way);
        return set << WAY_BITS | way;
    }

    /**
     * Reads what a search for a line will read, and what an allocation would, so that the simulating machine's caches hold it. Searches that follow one another
     * wait for one another; such reads do not.
     *
     * @return what is read, of no meaning
     */
    long readAhead(long line) {
        long hash = hash(line);
        int set = setOf(line, hash);
        long[] page = pages[set >>> stretchBits];
        if (page == NO_PAGE) {
            return 0;
        }
        int way = wayOf(line, hash, page, set);
        int read = way >= 0 ? way : leastRecentlyUsed(page, headOf(set));
        return page[entryOf(set, read)];
    }

    /** The place of a set among those of its page, which is that of its lines in their stretches. */
    private int inPage(int set) {
        return set & ((1 << stretchBits) - 1);
    }

    /** The first word of a set's head in its page. */
    private int headOf(int set) {
        return inPage(set) * headWords;
    }

    /** The first word of a way's entry in the page of its set. */
    private int entryOf(int set, int way) {
        return firstEntry + 2 * (way << stretchBits | inPage(set));
    }

    private int wayOf(long line, long hash, long[] page, int set) {
        if (page == NO_PAGE) {
            return -1;
        }
        long trait = (hash >>> TRAIT_SHIFT & TRAIT) * EACH_BYTE;
        for (int first = 0, word = headOf(set) + TRAITS; first < ways; first += WAYS_IN_WORD, word++) {
            long others = page[word] ^ trait;
            // The high bit of each zero byte, and possibly of bytes above a zero byte.
            for (long m = (others - EACH_BYTE) & ~others & HIGH_BIT_OF_EACH_BYTE; m != 0; m &= m - 1) {
                int way = first + (Long.numberOfTrailingZeros(m) >>> 3);
                if (way < ways && page[entryOf(set, way)] == line + 1) {
                    return way;
                }
            }
        }
        return -1;
    }

    private static void use(long[] page, int head, int way) {
        int at = head + ORDER;
        long before = page[at];
        long others = before ^ (EACH_WAY * way);
        // The lowest zero digit is the position of the way.
        int shift =
                Long.numberOfTrailingZeros((others - EACH_WAY) & ~others & (EACH_WAY << (WAY_BITS - 1))) & -WAY_BITS;
        long sooner = (1L << shift) - 1;
        long later = shift == Long.SIZE - WAY_BITS ? 0 : -1L << (shift + WAY_BITS);
        page[at] = (before & later) | ((before & sooner) << WAY_BITS) | way;
    }

    private int leastRecentlyUsed(long[] page, int head) {
        return (int) (page[head + ORDER] >>> (WAY_BITS * (ways - 1))) & (MOST_WAYS - 1);
    }

    private long[] pageOf(int entry) {
        return pages[entry >>> (WAY_BITS + stretchBits)];
    }

    /** The word of an entry's sectors in its page. */
    private int stateOf(int entry) {
        return entryOf(entry >>> WAY_BITS, entry & (MOST_WAYS - 1)) + 1;
    }

    /** The sectors of an entry that are present or in flight. */
    public int sectors(int entry) {
        return (int) (pageOf(entry)[stateOf(entry)] & SECTORS);
    }

    /** When the last sector in flight to this entry arrives. */
    public long arrival(int entry) {
        return pageOf(entry)[stateOf(entry)] >>> ARRIVAL_SHIFT;
    }

    /** Allocates an entry for an absent line. @return the entry, without sectors */
    public int allocate(long line) {
        return (int) replace(line);
    }

    /** Allocates an entry for an absent line. @return the entry, without sectors; and above it the dirty sectors that it evicts */
    long replace(long line) {
        if (isEmpty) {
            // Written once: threads that use other banks read beside it.
            isEmpty = false;
        }
        long hash = hash(line);
        int set = setOf(line, hash);
        long[] page = pages[set >>> stretchBits];
        if (page == NO_PAGE) {
            page = new long[entryOf(0, ways)];
            noneUsed(page);
            pages[set >>> stretchBits] = page;
        }
        int head = headOf(set);
        int way = leastRecentlyUsed(page, head);
        int victim = entryOf(set, way);
        long evictedDirty = page[victim + 1] >>> DIRTY_SHIFT & SECTORS;
        page[victim] = line + 1;
        page[victim + 1] = 0;
        int word = head + TRAITS + way / WAYS_IN_WORD;
        int shift = Byte.SIZE * (way % WAYS_IN_WORD);
        page[word] = (page[word] & ~(TRAIT << shift)) | (hash >>> TRAIT_SHIFT & TRAIT) << shift;
        use(page, head, way);
        return evictedDirty << Integer.SIZE | (set << WAY_BITS | way);
    }

    /** Invalidates sectors of a line, if present. */
    void drop(long line, int sectorMask) {
        long hash = hash(line);
        int set = setOf(line, hash);
        long[] page = pages[set >>> stretchBits];
        int way = wayOf(line, hash, page, set);
        if (way >= 0) {
            page[stateOf(set << WAY_BITS | way)] &= ~((long) sectorMask << DIRTY_SHIFT | sectorMask);
        }
    }

    /** Invalidates sectors of all lines from one to another, those that a function names for each line that is present. */
    void dropAll(long first, long last, LongToIntFunction sectorsOfLine) {
        if (last - first < sets()) {
            for (long line = first; line <= last; line++) {
                drop(line, sectorsOfLine.applyAsInt(line));
            }
            return;
        }
        for (long[] page : pages) {
            for (int at = firstEntry; at < page.length; at += 2) {
                long line = page[at] - 1;
                if (line >= first && line <= last) {
                    int sectors = sectorsOfLine.applyAsInt(line);
                    page[at + 1] &= ~((long) sectors << DIRTY_SHIFT | sectors);
                }
            }
        }
    }

    /** How many lines it can hold. */
    int entries() {
        return sets() * ways;
    }

    /** How many sets it has. */
    int sets() {
        return pages.length << stretchBits;
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
        long[] page = pageOf(entry);
        int at = stateOf(entry);
        long before = page[at];
        long arrival = Math.max(before >>> ARRIVAL_SHIFT, time);
        page[at] = arrival << ARRIVAL_SHIFT | (before & (SECTORS << DIRTY_SHIFT | SECTORS)) | sectorMask;
    }

    /** Sectors of a line are on the way to its entry. */
    void expect(int entry, int sectorMask) {
        fill(entry, sectorMask, 0);
    }

    /** Sectors that were expected arrive at a cycle, unless another line has the entry by now. */
    void arrive(int entry, long line, long time) {
        long[] page = pageOf(entry);
        int at = stateOf(entry);
        if (page[at - 1] == line + 1) {
            fill(entry, 0, time);
        }
    }

    /** Marks sectors dirty. */
    void write(int entry, int sectorMask) {
        pageOf(entry)[stateOf(entry)] |= (long) sectorMask << DIRTY_SHIFT | sectorMask;
    }

    /** Invalidates everything. */
    void invalidate() {
        if (isEmpty) {
            return;
        }
        isEmpty = true;
        for (long[] page : pages) {
            if (page != NO_PAGE) {
                Arrays.fill(page, 0);
                noneUsed(page);
            }
        }
    }

    /** Unused ways are taken in order. */
    private void noneUsed(long[] page) {
        long order = FIRST_USED_LAST >>> (WAY_BITS * (MOST_WAYS - ways));
        for (int head = 0; head < firstEntry; head += headWords) {
            page[head + ORDER] = order;
        }
    }

    /** A hash that is the same for all lines of a stretch. */
    private long hash(long line) {
        return (line >>> stretchBits) * 0x9E3779B97F4A7C15L;
    }

    private int setOf(long line, long hash) {
        int inBank = (int) (((hash >>> 32) * stretchesOfBank) >>> 32);
        int stretch = banks == 1 ? inBank : DramChannels.channel(line, banks) * stretchesOfBank + inBank;
        return stretch << stretchBits | inPage((int) line);
    }
}
