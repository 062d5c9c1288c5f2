package io.cdpsim.runtime;

import io.cdpsim.profile.ContendedCallSpec;

/**
 * How long a launch call keeps the launching warp: a fixed part, and a part for each lane, since lanes go one after another. A part of
 * this is done by one warp of the device at a time, which many at once have to queue for (rulebook 24, M-3).
 *
 * <p>Rules CONC-5 and FAF-5.
 */
final class LaunchIssue {
    private long lockFreeAt;

    /** A warp begins a call. @return the cycle from which its own work counts, once nobody is before it */
    long begin(ContendedCallSpec kind, long now, int lanes) {
        long start = Math.max(now, lockFreeAt);
        lockFreeAt = start + kind.lockedCycles(lanes);
        return start;
    }

    /** When the launches of a call's lanes are posted: all at its end. */
    static long post(ContendedCallSpec kind, long begin, int lanes) {
        return begin + kind.callCycles(lanes);
    }
}
