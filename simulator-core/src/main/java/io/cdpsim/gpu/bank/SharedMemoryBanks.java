package io.cdpsim.gpu.bank;

import io.cdpsim.warp.Lanes;
import java.util.Arrays;

/** Bank conflicts of shared memory: how often a warp's access uses the banks. Lanes that read one word share it, others are serialized. */
public final class SharedMemoryBanks {
    private static final int WORD_BYTES = 4;

    /** Of the widest access, 256 bits. */
    private static final int MOST_WORDS = 8;

    private final int banks;
    private final int[] wordsOfBank;
    private final int[] words = new int[MOST_WORDS * Lanes.COUNT];

    /** @param banks how many there are */
    public SharedMemoryBanks(int banks) {
        this.banks = banks;
        this.wordsOfBank = new int[banks];
    }

    /** Consecutive bytes in different banks. */
    public int bytesAtOnce() {
        return banks * WORD_BYTES;
    }

    /**
     * Counts the cycles for which an access occupies the banks.
     *
     * @param offsets offset of each lane's access
     * @param lanes the lanes that access
     * @param bytes bytes a lane accesses
     * @return cycles for which the banks are busy: 1 without conflicts for accesses of up to 4 bytes
     */
    public int wavefronts(long[] offsets, int lanes, int bytes) {
        int wordsEach = Math.max(1, bytes / WORD_BYTES);
        int count = 0;
        Arrays.fill(wordsOfBank, 0);
        int most = 1;
        int previous = -1;
        for (int m = lanes; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            int word = (int) (offsets[lane] / WORD_BYTES);
            if (word == previous) {
                continue;
            }
            previous = word;
            for (int k = 0; k < wordsEach; k++) {
                int bank = (word + k) % banks;
                if (wordsOfBank[bank] > 0 && seen(word + k, count)) {
                    continue;
                }
                words[count++] = word + k;
                most = Math.max(most, ++wordsOfBank[bank]);
            }
        }
        return most;
    }

    /** Most lanes that access one word. */
    int mostLanesOnOneWord(long[] offsets, int lanes) {
        int most = 0;
        for (int left = lanes; left != 0; ) {
            int same = Lanes.with(offsets, offsets[Integer.numberOfTrailingZeros(left)], left);
            left &= ~same;
            most = Math.max(most, Integer.bitCount(same));
        }
        return most;
    }

    private boolean seen(int word, int count) {
        for (int i = 0; i < count; i++) {
            if (words[i] == word) {
                return true;
            }
        }
        return false;
    }
}
