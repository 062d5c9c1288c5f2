package io.cdpsim.gpu.memory;

/**
 * The words of lines in an L1 cache that stores have brought, of sectors that the cache does not hold as a whole. A load of such words hits; one of other words of their sector has to
 * fetch it (measurements, l1store).
 */
final class StoredWords {
    private static final int[] NONE = {};

    private final int lines;
    private final int sectorShift;
    private final int wordsOfSector;
    /** For each entry of the cache one bit for each word. Made when the first sector is stored in part: few kernels do. */
    private int[] words = NONE;

    /**
     * Nothing is stored.
     *
     * @param lines entries of the cache
     * @param sectorBytes a power of two, at least a word's bytes
     */
    StoredWords(int lines, int sectorBytes) {
        this.lines = lines;
        wordsOfSector = sectorBytes / Integer.BYTES;
        sectorShift = Integer.numberOfTrailingZeros(wordsOfSector);
    }

    /** An entry has another line, or none of its line's words any longer. */
    void forget(int entry) {
        if (words.length > 0) {
            words[entry] = 0;
        }
    }

    /** An entry has none of the words of some sectors any longer. */
    void forget(int entry, int sectors) {
        if (words.length > 0) {
            words[entry] &= ~wordsOf(sectors);
        }
    }

    /** Words are stored to the line of an entry. @return the sectors of which all words are stored now */
    int store(int entry, int stored) {
        if (words.length == 0) {
            words = new int[lines];
        }
        words[entry] |= stored;
        return wholeSectors(words[entry]);
    }

    /** Whether the line of an entry has any words that stores have brought. */
    boolean hasAny(int entry) {
        return words.length > 0 && words[entry] != 0;
    }

    /** Of some sectors those that a load has to fetch, since they lack words that it reads. */
    int lacking(int entry, int sectors, int read) {
        int lacks = read & ~words[entry];
        int lacking = 0;
        for (int m = sectors; m != 0; m &= m - 1) {
            int sector = Integer.lowestOneBit(m);
            lacking |= (lacks & wordsOf(sector)) != 0 ? sector : 0;
        }
        return lacking;
    }

    private int wholeSectors(int stored) {
        int whole = 0;
        for (int sector = 0; sector << sectorShift < Integer.SIZE; sector++) {
            int each = wordsOf(1 << sector);
            whole |= (stored & each) == each ? 1 << sector : 0;
        }
        return whole;
    }

    private int wordsOf(int sectors) {
        int all = 0;
        for (int m = sectors; m != 0; m &= m - 1) {
            all |= ((1 << wordsOfSector) - 1) << (Integer.numberOfTrailingZeros(m) << sectorShift);
        }
        return all;
    }
}
