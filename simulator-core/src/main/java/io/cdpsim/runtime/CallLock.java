package io.cdpsim.runtime;

import io.cdpsim.profile.ContendedCallSpec;

/** A place of the device that one warp at a time passes through in a call, such as the heap's allocator (rule HEAP-4). */
final class CallLock {
    private long freeAt;

    /** A warp makes the call. @return when it returns */
    long pass(ContendedCallSpec call, long now, int lanes) {
        long start = Math.max(now, freeAt);
        freeAt = start + call.lockedCycles(lanes);
        return start + call.callCycles(lanes);
    }
}
