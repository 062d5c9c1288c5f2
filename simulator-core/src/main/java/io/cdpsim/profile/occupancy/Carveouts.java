package io.cdpsim.profile.occupancy;

import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.SmSpec;

/**
 * How much of an SM's memory is shared memory while it runs a kernel: the smallest of its configurations that holds the blocks of the kernel's occupancy
 * ({@code carveout-h200.csv} in {@code measurements}, where blocks of 32 and 64 threads without shared memory act as if they had less).
 */
public final class Carveouts {
    private Carveouts() {}

    /**
     * Shared memory of an SM for a kernel, KiB; that of the largest configuration if none holds its blocks.
     *
     * @param gpu the GPU
     * @param threadsPerBlock threads of a block, at least 1
     * @param registersPerThread 32-bit registers of a thread, at least 0
     * @param sharedBytes static and dynamic shared memory of a block together, bytes
     */
    public static int kib(GpuProfile gpu, int threadsPerBlock, int registersPerThread, int sharedBytes) {
        SmSpec sm = gpu.sm();
        int resident =
                Occupancy.of(gpu, threadsPerBlock, registersPerThread, 0, true).blocksPerSm();
        long bytes = resident * Occupancy.allocatedSharedBytes(sm, sharedBytes);
        return sm.sharedConfigurationBytes(Math.max(1, bytes)) / 1_024;
    }
}
