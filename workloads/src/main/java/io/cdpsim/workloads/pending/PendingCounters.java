package io.cdpsim.workloads.pending;

import io.cdpsim.runtime.host.Host;

/**
 * What the kernel counted in device memory.
 *
 * @param ran grids that ran, those of the host included
 * @param failed launches that were refused
 * @param deepest depth of the deepest grid that ran
 * @param lastError error code of a refused launch; 0 if there was none
 */
record PendingCounters(long ran, long failed, int deepest, int lastError) {
    /** Offsets in bytes. */
    static final int RAN = 0;

    static final int FAILED = 8;
    static final int DEEPEST = 16;
    static final int LAST_ERROR = 20;

    /** Size in bytes. */
    static final int BYTES = 24;

    static PendingCounters read(Host host, long address) {
        int[] small = host.memory().readInts(address + DEEPEST, 2);
        return new PendingCounters(
                host.memory().readLong(address + RAN), host.memory().readLong(address + FAILED), small[0], small[1]);
    }
}
