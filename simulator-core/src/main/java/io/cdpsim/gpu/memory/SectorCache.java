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

    /** First words of a set in its page; those of its entries follow. */
    private static final int SET_WORDS = 4;

    private static final int ORDER = 0;
    private static final int TRAITS = 1;

    private static final int PAGE_BITS = 3;
    private static final int SETS_IN_PAGE = 1 << PAGE_BITS;
    private static final long[] NO_PAGE = {};

    private final int banks;
    private final int setsOfBank;
    private final int ways;
    private final int wordsOfSet;

    /**
     * The sets, {@link #SETS_IN_PAGE} in a page, which is made when a line of one of them is allocated: most programs touch little of an L2
     * cache, and few of the SMs.
     *
     * <p>For each set its ways, the most recently used in the lowest bits of a word; then one byte of the hash of each way's line, so that a
     * search compares only likely lines. Then for each way its line plus one, 0 if empty; and its arrival cycle in the high bits, and the
     * masks of dirty and of present sectors below.
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
        // Banks share no page.
        setsOfBank = banks == 1 ? sets : Math.max(SETS_IN_PAGE, sets & -SETS_IN_PAGE);
        this.wordsOfSet = SET_WORDS + 2 * this.ways;
        pages = new long[(banks * setsOfBank + SETS_IN_PAGE - 1) / SETS_IN_PAGE][];
        Arrays.fill(pages, NO_PAGE);
    }

    /** The entry of a line, or -1. */
    public int find(long line) {
        long hash = hash(line);
        int set = setOf(line, hash);
        long[] page = pages[set >>> PAGE_BITS];
        int way = wayOf(line, hash, page, inPage(set));
        if (way < 0) {
            return -1;
        }
        use(page, inPage(set), way);
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
        long[] page = pages[set >>> PAGE_BITS];
        if (page == NO_PAGE) {
            return 0;
        }
        int at = inPage(set);
        int way = wayOf(line, hash, page, at);
        int read = way >= 0 ? way : leastRecentlyUsed(page, at);
        return page[at + SET_WORDS + 2 * read + 1];
    }

    /** The first word of a set in its page. */
    private int inPage(int set) {
        return (set & (SETS_IN_PAGE - 1)) * wordsOfSet;
    }

    private int wayOf(long line, long hash, long[] page, int at) {
        if (page == NO_PAGE) {
            return -1;
        }
        long trait = (hash >>> TRAIT_SHIFT & TRAIT) * EACH_BYTE;
        for (int first = 0, word = at + TRAITS; first < ways; first += WAYS_IN_WORD, word++) {
            long others = page[word] ^ trait;
            // The high bit of each zero byte, and possibly of bytes above a zero byte.
            for (long m = (others - EACH_BYTE) & ~others & HIGH_BIT_OF_EACH_BYTE; m != 0; m &= m - 1) {
                int way = first + (Long.numberOfTrailingZeros(m) >>> 3);
                if (way < ways && page[at + SET_WORDS + 2 * way] == line + 1) {
                    return way;
                }
            }
        }
        return -1;
    }

    private static void use(long[] page, int set, int way) {
        int at = set + ORDER;
        long before = page[at];
        long others = before ^ (EACH_WAY * way);
        // The lowest zero digit is the position of the way.
        int shift =
                Long.numberOfTrailingZeros((others - EACH_WAY) & ~others & (EACH_WAY << (WAY_BITS - 1))) & -WAY_BITS;
        long sooner = (1L << shift) - 1;
        long later = shift == Long.SIZE - WAY_BITS ? 0 : -1L << (shift + WAY_BITS);
        page[at] = (before & later) | ((before & sooner) << WAY_BITS) | way;
    }

    private int leastRecentlyUsed(long[] page, int set) {
        return (int) (page[set + ORDER] >>> (WAY_BITS * (ways - 1))) & (MOST_WAYS - 1);
    }

    private long[] pageOf(int entry) {
        return pages[entry >>> (WAY_BITS + PAGE_BITS)];
    }

    /** The word of an entry's sectors in its page. */
    private int stateOf(int entry) {
        return inPage(entry >>> WAY_BITS) + SET_WORDS + 2 * (entry & (MOST_WAYS - 1)) + 1;
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
        long[] page = pages[set >>> PAGE_BITS];
        if (page == NO_PAGE) {
            page = new long[SETS_IN_PAGE * wordsOfSet];
            noneUsed(page);
            pages[set >>> PAGE_BITS] = page;
        }
        int at = inPage(set);
        int way = leastRecentlyUsed(page, at);
        int victim = at + SET_WORDS + 2 * way;
        long evictedDirty = page[victim + 1] >>> DIRTY_SHIFT & SECTORS;
        page[victim] = line + 1;
        page[victim + 1] = 0;
        int word = at + TRAITS + way / WAYS_IN_WORD;
        int shift = Byte.SIZE * (way % WAYS_IN_WORD);
        page[word] = (page[word] & ~(TRAIT << shift)) | (hash >>> TRAIT_SHIFT & TRAIT) << shift;
        use(page, at, way);
        return evictedDirty << Integer.SIZE | (set << WAY_BITS | way);
    }

    /** Invalidates sectors of a line, if present. */
    void drop(long line, int sectorMask) {
        long hash = hash(line);
        int set = setOf(line, hash);
        long[] page = pages[set >>> PAGE_BITS];
        int way = wayOf(line, hash, page, inPage(set));
        if (way >= 0) {
            page[stateOf(set << WAY_BITS | way)] &= ~((long) sectorMask << DIRTY_SHIFT | sectorMask);
        }
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
        for (int set = 0; set < SETS_IN_PAGE; set++) {
            page[set * wordsOfSet + ORDER] = order;
        }
    }

    private static long hash(long line) {
        return line * 0x9E3779B97F4A7C15L;
    }

    private int setOf(long line, long hash) {
        int inBank = (int) (((hash >>> 32) * setsOfBank) >>> 32);
        return banks == 1 ? inBank : DramChannels.channel(line, banks) * setsOfBank + inBank;
    }
}
