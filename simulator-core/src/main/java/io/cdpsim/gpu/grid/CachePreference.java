package io.cdpsim.gpu.grid;

import io.cdpsim.profile.SmSpec;
import io.cdpsim.profile.occupancy.Occupancy;

/** A kernel's preferred division of the memory that L1 cache and shared memory share ({@code cudaFuncCache}). */
public enum CachePreference {
    /** No preference. */
    NONE(0),
    /** More shared memory. */
    SHARED(1),
    /** More L1 cache. */
    L1(2),
    /** Equal sizes of both. */
    EQUAL(3);

    private final int number;

    CachePreference(int number) {
        this.number = number;
    }

    /** CUDA's number of the preference. */
    public int number() {
        return number;
    }

    /**
     * Shared memory of an SM under this preference, bytes (rule OCC-3). A kernel whose block needs more gets more.
     *
     * @param sharedBytes static and dynamic shared memory of a block of the kernel, bytes
     */
    public int sharedBytesOfSm(SmSpec sm, int sharedBytes) {
        if (this == NONE || this == SHARED) {
            return sm.sharedBytes();
        }
        long wanted = this == EQUAL ? sm.sharedBytes() / 2 : 1;
        long needed = Math.max(wanted, Occupancy.allocatedSharedBytes(sm, sharedBytes));
        return sm.sharedConfigurationBytes(needed);
    }
}
