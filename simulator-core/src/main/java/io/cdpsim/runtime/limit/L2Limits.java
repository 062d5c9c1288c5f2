package io.cdpsim.runtime.limit;

import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.ReportedAttribute;
import io.cdpsim.runtime.version.CudaError;

/** The limits of a device's L2 by the numbers of {@code cudaLimit}: fetches, and the part for persisting accesses. They change no time here. */
public final class L2Limits {
    private static final int FETCH_GRANULARITY = 5;
    private static final int PERSISTING_BYTES = 6;
    private static final long FIRST_GRANULARITY = 64;
    private static final long MOST_GRANULARITY = 128;

    /** Persisting accesses have tenths of the largest part; three of them at the start, as on an H100. */
    private static final int PARTS = 10;

    private static final int FIRST_PARTS = 3;

    private final long mostPersisting;
    private long granularity;
    private long persisting;

    L2Limits(GpuProfile profile) {
        mostPersisting = profile.reported().getOrDefault(ReportedAttribute.MAX_PERSISTING_L2_BYTES, 0);
        reset();
    }

    /** The first values, as after {@code cudaDeviceReset}. */
    public void reset() {
        granularity = FIRST_GRANULARITY;
        persisting = mostPersisting / PARTS * FIRST_PARTS;
    }

    /** Whether a number is that of one of these limits. */
    public boolean has(int number) {
        return number == FETCH_GRANULARITY || number == PERSISTING_BYTES;
    }

    /** The value of a limit that {@link #has} knows, bytes. */
    public long get(int number) {
        return number == FETCH_GRANULARITY ? granularity : persisting;
    }

    /** Sets a limit that {@link #has} knows, rounded up to what a device can have. */
    public CudaError set(int number, long bytes) {
        boolean isGranularity = number == FETCH_GRANULARITY;
        if (bytes < 0 || bytes > (isGranularity ? MOST_GRANULARITY : mostPersisting)) {
            return CudaError.INVALID_VALUE;
        }
        if (isGranularity) {
            granularity = bytes;
        } else {
            long part = Math.max(1, mostPersisting / PARTS);
            persisting = (bytes + part - 1) / part * part;
        }
        return CudaError.SUCCESS;
    }
}
