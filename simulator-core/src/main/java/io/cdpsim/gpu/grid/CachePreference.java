package io.cdpsim.gpu.grid;

import io.cdpsim.profile.SmSpec;
import io.cdpsim.profile.occupancy.Occupancy;

/** What a kernel would rather have of the memory that L1 cache and shared memory share ({@code cudaFuncCache}). */
public enum CachePreference {
    /** No preference. */
    NONE(0),
    /** More shared memory. */
    SHARED(1),
    /** More L1 cache. */
    L1(2),
    /** As much of the one as of the other. */
    EQUAL(3);

    private final int number;

    CachePreference(int number) {
        this.number = number;
    }

    /** The number that CUDA gives it. */
    public int number() {
        return number;
    }

    /**
     * Shared memory of an SM under this preference, bytes (rule OCC-3). It is only a preference: a kernel one block of which needs more gets more.
     *
     * @param sharedBytes static and dynamic shared memory of a block of the kernel, bytes
     */
    public int sharedBytesOfSm(SmSpec sm, int sharedBytes) {
        if (this == NONE || this == SHARED) {
            return sm.sharedBytes();
        }
        long wanted = this == EQUAL ? sm.sharedBytes() / 2 : 1;
        long needed = Math.max(wanted, Occupancy.allocatedSharedBytes(sm, sharedBytes));
        for (int kib : sm.sharedConfigurationsKiB()) {
            if (kib * 1024L >= needed) {
                return kib * 1024;
            }
        }
        return sm.sharedBytes();
    }
}
