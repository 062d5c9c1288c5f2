package io.cdpsim.engine;

import java.util.SplittableRandom;

/**
 * Delays like a GPU's, drawn once so that drawing them costs a benchmark nothing: half are a pipe's 1 to 8 cycles, 30% a
 * shared memory's or cache's 20 to 60, 15% a memory's 200 to 700, and 5% a launch's or a copy's 1,000 to 20,000.
 */
final class HoldDelays {
    private static final int COUNT = 1 << 14;

    private HoldDelays() {}

    /** Returns a table of delays in cycles, its length a power of two. */
    static int[] drawn(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int[] delays = new int[COUNT];
        for (int i = 0; i < COUNT; i++) {
            int kind = random.nextInt(100);
            if (kind < 50) {
                delays[i] = random.nextInt(1, 9);
            } else if (kind < 80) {
                delays[i] = random.nextInt(20, 61);
            } else if (kind < 95) {
                delays[i] = random.nextInt(200, 701);
            } else {
                delays[i] = random.nextInt(1_000, 20_001);
            }
        }
        return delays;
    }
}
