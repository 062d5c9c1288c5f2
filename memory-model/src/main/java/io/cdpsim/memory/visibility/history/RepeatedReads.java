package io.cdpsim.memory.visibility.history;

import io.cdpsim.memory.visibility.causality.Epoch;
import io.cdpsim.warp.Lanes;

/**
 * Tells a strong read that two other threads of the warp have just made alike, and that raced with nobody: threads that poll make many of
 * them, and none can tell anything new.
 */
public final class RepeatedReads {
    private static final int LOOKED_AT = 2;

    private long lastEpoch;
    private long lastAddress;
    private int lastAccess;
    private int count;

    /** Whether a read need not be looked at. */
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

    /** A read has been looked at; {@code harmless} if it raced with nobody. */
    public void done(long epoch, long address, int access, boolean harmless) {
        lastEpoch = epoch;
        lastAddress = address;
        lastAccess = access;
        count = harmless ? Math.max(1, count) : 0;
    }

    /** Somebody has written. */
    public void disturbed() {
        count = 0;
    }
}
