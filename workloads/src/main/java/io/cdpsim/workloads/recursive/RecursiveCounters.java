package io.cdpsim.workloads.recursive;

import io.cdpsim.runtime.host.Host;

/**
 * What the kernel counted in device memory.
 *
 * @param ran grids that ran, that of the host included
 * @param deepest depth of the deepest grid that ran
 * @param syncErrors device synchronisations that failed
 * @param lastSyncError error code of the last of them; 0 if there was none
 * @param failed launches that failed
 * @param lastLaunchError error code of the last of them; 0 if there was none
 */
record RecursiveCounters(int ran, int deepest, int syncErrors, int lastSyncError, int failed, int lastLaunchError) {
    /** Offsets in bytes. */
    static final int RAN = 0;

    static final int DEEPEST = 4;
    static final int SYNC_ERRORS = 8;
    static final int LAST_SYNC_ERROR = 12;
    static final int FAILED = 16;
    static final int LAST_LAUNCH_ERROR = 20;

    /** Size in bytes. */
    static final int BYTES = 24;

    static RecursiveCounters read(Host host, long address) {
        int[] words = host.memory().readInts(address, BYTES / 4);
        return new RecursiveCounters(words[0], words[1], words[2], words[3], words[4], words[5]);
    }
}
