package io.cdpsim.memory.visibility.history;

import io.cdpsim.memory.visibility.causality.Epoch;
import java.util.Arrays;

/**
 * The accesses of one kind to each word of a page that a later one could race with. One access is stored in place; the latest few concurrent accesses of several threads are a set in {@link AccessSets}.
 *
 * <p>A row is 32 consecutive words. Where consecutive threads have made the same accesses to the words of a row, each to as many words, the row stores the accesses of the first thread,
 * and the words store none. A row whose words differ is apart.
 */
final class AccessSlots {
    /** Words of a row, as a power of two. */
    static final int ROW_SHIFT = 5;

    static final int ROW_WORDS = 1 << ROW_SHIFT;
    private static final int ROWS = ShadowPage.WORDS >>> ROW_SHIFT;
    private static final long[] NO_EPOCHS = {};
    private static final int[] NO_ACCESSES = {};

    private final AccessSets sets;
    private final long[] rowEpochs = new long[ROWS];
    private final int[] rowAccesses = new int[ROWS];
    /** The words of each thread, as a power of two. */
    private final byte[] rowShifts = new byte[ROWS];

    private int apart;
    private long[] epochs = NO_EPOCHS;
    private int[] accesses = NO_ACCESSES;

    AccessSlots(AccessSets sets) {
        this.sets = sets;
    }

    /** The epoch, 0 without an access, negative for a set: see {@link #set}. */
    long epoch(int word) {
        int row = word >>> ROW_SHIFT;
        if (isApart(row)) {
            return epochs[word];
        }
        long first = rowEpochs[row];
        if (first > 0) {
            return ofWord(first, word, rowShifts[row]);
        }
        if (first < 0) {
            separate(row);
            return epochs[word];
        }
        return 0;
    }

    private static long ofWord(long first, int word, int shift) {
        return Epoch.ofThreadBehind(first, (word & (ROW_WORDS - 1)) >>> shift);
    }

    int access(int word) {
        int row = word >>> ROW_SHIFT;
        return isApart(row) ? accesses[word] : rowAccesses[row];
    }

    int set(int word) {
        return (int) ~epochs[word];
    }

    void single(int word, long epoch, int access) {
        separate(word >>> ROW_SHIFT);
        epochs[word] = epoch;
        accesses[word] = access;
    }

    void useSet(int word, int set) {
        separate(word >>> ROW_SHIFT);
        epochs[word] = ~(long) set;
    }

    void clear(int word) {
        if (epoch(word) != 0) {
            separate(word >>> ROW_SHIFT);
            epochs[word] = 0;
        }
    }

    void clear(int from, int to) {
        for (int word = from; word < to; word++) {
            if ((word & (ROW_WORDS - 1)) == 0 && to - word >= ROW_WORDS) {
                clearRow(word >>> ROW_SHIFT);
                word += ROW_WORDS - 1;
            } else {
                clear(word);
            }
        }
    }

    void clearRow(int row) {
        releaseRow(row);
        join(row, 0, 0, 0);
    }

    private boolean isApart(int row) {
        return (apart >>> row & 1) != 0;
    }

    /** Whether a row stores the accesses of its words, or can from now on. */
    boolean isJoined(int row) {
        return !isApart(row) || joins(row);
    }

    /** Joins a row whose words one thread, or consecutive threads, accessed last. */
    private boolean joins(int row) {
        int start = row << ROW_SHIFT;
        long first = epochs[start];
        long last = epochs[start + ROW_WORDS - 1];
        if (first < 0 || last < first) {
            return false;
        }
        int shift = first == last ? ROW_SHIFT : ROW_SHIFT - log2(Epoch.threadKey(last) - Epoch.threadKey(first) + 1);
        if (shift < 0 || (first == 0 && last != 0)) {
            return false;
        }
        for (int word = start; word < start + ROW_WORDS; word++) {
            if (epochs[word] != (first == 0 ? 0 : ofWord(first, word, shift))
                    || (first != 0 && accesses[word] != accesses[start])) {
                return false;
            }
        }
        join(row, first, accesses[start], shift);
        return true;
    }

    private static int log2(long threads) {
        return Long.SIZE - 1 - Long.numberOfLeadingZeros(threads);
    }

    /** The epoch of the first thread of a joined row, 0 without an access, negative for a set. */
    long rowEpoch(int row) {
        return rowEpochs[row];
    }

    int rowAccess(int row) {
        return rowAccesses[row];
    }

    int rowSet(int row) {
        return (int) ~rowEpochs[row];
    }

    /** The words of each thread of a joined row, as a power of two. */
    int rowShift(int row) {
        return rowShifts[row];
    }

    /** Replaces the accesses to the words of a row by one of consecutive threads. */
    void rowSingle(int row, long first, int access, int shift) {
        releaseRow(row);
        join(row, first, access, shift);
    }

    private void join(int row, long first, int access, int shift) {
        rowEpochs[row] = first;
        rowAccesses[row] = access;
        rowShifts[row] = (byte) shift;
        apart &= ~(1 << row);
        if (apart == 0) {
            epochs = NO_EPOCHS;
            accesses = NO_ACCESSES;
        }
    }

    /** The accesses of the first thread of a joined row, which were one, are a set from now on. */
    void useRowSet(int row, int set) {
        rowEpochs[row] = ~(long) set;
    }

    private void releaseRow(int row) {
        if (!isApart(row)) {
            if (rowEpochs[row] < 0) {
                sets.release(rowSet(row));
            }
            return;
        }
        for (int word = row << ROW_SHIFT; word < (row + 1) << ROW_SHIFT; word++) {
            if (epochs[word] < 0) {
                sets.release(set(word));
            }
        }
    }

    private void separate(int row) {
        if (isApart(row)) {
            return;
        }
        if (epochs.length == 0) {
            epochs = new long[ShadowPage.WORDS];
            accesses = new int[ShadowPage.WORDS];
        }
        apart |= 1 << row;
        int start = row << ROW_SHIFT;
        long first = rowEpochs[row];
        if (first >= 0) {
            for (int word = start; word < start + ROW_WORDS; word++) {
                epochs[word] = first == 0 ? 0 : ofWord(first, word, rowShifts[row]);
            }
            Arrays.fill(accesses, start, start + ROW_WORDS, rowAccesses[row]);
            return;
        }
        int set = rowSet(row);
        for (int word = start; word < start + ROW_WORDS; word++) {
            int own = sets.create();
            for (int i = sets.size(set) - 1; i >= 0; i--) {
                sets.addFirst(own, ofWord(sets.epoch(set, i), word, rowShifts[row]), sets.access(set, i));
            }
            epochs[word] = ~(long) own;
        }
        sets.release(set);
    }
}
