package io.cdpsim.runtime.cost;

import io.cdpsim.profile.ContendedCallSpec;

/**
 * A place of the device that one warp at a time passes through in a call, such as a launch (rulebook 24, M-3) or the heap's allocator
 * (rule HEAP-4): many at once have to queue for it.
 */
public final class CallLock {
    private long freeAt;

    /** A warp begins a call (rules CONC-5, HEAP-4). @return the cycle from which its own work counts, once nobody is before it */
    public long begin(ContendedCallSpec call, long now, int lanes) {
        long start = Math.max(now, freeAt);
        freeAt = start + call.lockedCycles(lanes);
        return start;
    }

    /** A warp makes a whole call. @return when it returns */
    long pass(ContendedCallSpec call, long now, int lanes) {
        return begin(call, now, lanes) + call.callCycles(lanes);
    }
}
