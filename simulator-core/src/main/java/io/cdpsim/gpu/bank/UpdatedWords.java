package io.cdpsim.gpu.bank;

import io.cdpsim.warp.Lanes;

/**
 * The words of an SM's shared memory that loops of compare-and-swaps update. A warp alone succeeds once a round. A few warps go in step: one succeeds, and all others begin a round
 * anew. Of many, one has always loaded the new value just then and succeeds after the window between its load and its compare-and-swap. A word whose place another one takes counts
 * as one that nobody updates. Source: {@code measurements/sharedatomics-h200.csv}, 1, 4, 8 and 32 warps.
 */
final class UpdatedWords {
    private static final int PLACES = 1 << 10;
    /** From how many warps on one has always loaded the new value. */
    private static final int MANY_WARPS = 8;

    private static final int BLOCK_STRIDE = 0x9E37_79B1;

    /** Allocated for the first loop, since few programs have any and each SM has its own. */
    private long[] words = {};

    private long[] until = {};

    /**
     * When the lanes of a warp have updated their words.
     *
     * @param block block of the warp, whose shared memory it is
     * @param addresses the word of each lane
     * @param lanes lanes that update one
     * @param round cycles of a round of the loop
     * @param window cycles of a round in which no other may succeed
     */
    long done(int block, long[] addresses, int lanes, int round, int window, long time) {
        if (words.length == 0) {
            words = new long[PLACES];
            until = new long[PLACES];
        }
        long done = time;
        for (int left = lanes; left != 0; ) {
            long address = addresses[Integer.numberOfTrailingZeros(left)];
            int same = Lanes.with(addresses, address, left);
            left &= ~same;
            done = Math.max(done, update(block, address, Integer.bitCount(same), round, window, time));
        }
        return done;
    }

    private long update(int block, long address, int count, int round, int window, long time) {
        long word = ((long) block << 32) | (address & 0xFFFF_FFFFL);
        int place = (int) ((address >>> 2) ^ ((long) block * BLOCK_STRIDE)) & (PLACES - 1);
        if (words[place] != word || until[place] <= time) {
            words[place] = word;
            until[place] = time;
        }
        // Those that are there succeed between a window and a round apart.
        long others = 2 * (until[place] - time) / ((long) count * (round + window));
        int sooner = (int) ((round - window) * Math.min(MANY_WARPS - 1, others) / (MANY_WARPS - 1));
        until[place] += (long) count * (round - sooner);
        return until[place];
    }
}
