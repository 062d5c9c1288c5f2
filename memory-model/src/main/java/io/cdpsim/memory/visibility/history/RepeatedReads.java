package io.cdpsim.memory.visibility.history;

import io.cdpsim.memory.visibility.causality.Epoch;
import io.cdpsim.warp.Lanes;

/**
 * Detects strong reads that repeat the same read of two other threads of the warp without a race. Polling threads make many of them, and the checker skips them.
 */
public final class RepeatedReads {
    private static final int LOOKED_AT = 2;

    private long lastEpoch;
    private long lastAddress;
    private int lastAccess;
    private int count;

    /** Whether a read can be skipped. */
    public boolean repeats(long epoch, long address, int access) {
        boolean alike =
                count > 0 && address == lastAddress && access == lastAccess && sameWarpAndClock(epoch, lastEpoch);
        count = alike ? count + 1 : 0;
        return count > LOOKED_AT;
    }

    private static boolean sameWarpAndClock(long a, long b) {
        return Epoch.block(a) == Epoch.block(b)
                && Epoch.clock(a) == Epoch.clock(b)
                && (Epoch.thread(a) ^ Epoch.thread(b)) >>> Lanes.SHIFT == 0;
    }

    /** A read has been checked; {@code harmless} if it did not race. */
    public void done(long epoch, long address, int access, boolean harmless) {
        lastEpoch = epoch;
        lastAddress = address;
        lastAccess = access;
        count = harmless ? Math.max(1, count) : 0;
    }

    /** A thread has written. */
    public void disturbed() {
        count = 0;
    }
}
