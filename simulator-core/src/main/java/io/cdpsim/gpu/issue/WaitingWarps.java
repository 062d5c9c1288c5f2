package io.cdpsim.gpu.issue;

import java.util.Arrays;

/**
 * When the warps of one scheduler go on. While none of them does, one that only computes can run ahead of the clock: only warps of its own
 * scheduler compete with it for issue slots and pipes.
 */
public final class WaitingWarps {
    private static final long NOBODY = Long.MAX_VALUE;

    /** For each place, the cycle at which its warp goes on; 0 while that is not known. */
    private long[] goesOn = {NOBODY, NOBODY, NOBODY, NOBODY};

    /** A warp comes, which may go on at any time. @return its place */
    int add() {
        int place = 0;
        while (place < goesOn.length && goesOn[place] != NOBODY) {
            place++;
        }
        if (place == goesOn.length) {
            goesOn = Arrays.copyOf(goesOn, 2 * place);
            Arrays.fill(goesOn, place, goesOn.length, NOBODY);
        }
        goesOn[place] = 0;
        return place;
    }

    void remove(int place) {
        goesOn[place] = NOBODY;
    }

    /** The warp at a place goes on at a cycle, and not before. */
    public void until(int place, long cycle) {
        goesOn[place] = cycle;
    }

    /** The warp at a place goes on now, or waits for somebody to wake it at any time. */
    public void openEnded(int place) {
        goesOn[place] = 0;
    }

    /** The earliest cycle at which a warp other than the one at a place goes on; 0 if one may at any time. */
    public long firstBut(int place) {
        long first = NOBODY;
        for (int other = 0; other < goesOn.length; other++) {
            if (other != place) {
                first = Math.min(first, goesOn[other]);
            }
        }
        return first;
    }
}
