package io.cdpsim.profile.occupancy;

import io.cdpsim.profile.CompletionSpec;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.SmSpec;
import java.util.List;

/**
 * How much of an SM's memory is shared memory while it runs a kernel: the smallest of its configurations that holds the blocks of the kernel's occupancy
 * ({@code carveout-h200.csv} in {@code measurements}).
 */
public final class Carveouts {
    private static final int KIB = 1_024;

    private final GpuProfile gpu;
    private final CompletionSpec.SharedMemory spec;

    /** Of a GPU. */
    public Carveouts(GpuProfile gpu, CompletionSpec.SharedMemory spec) {
        this.gpu = gpu;
        this.spec = spec;
    }

    /**
     * Shared memory of an SM for a kernel, KiB; that of the largest configuration if none holds its blocks.
     *
     * @param threadsPerBlock threads of a block, at least 1
     * @param registersPerThread 32-bit registers of a thread, at least 0
     * @param sharedBytes static and dynamic shared memory of a block together, bytes
     * @param isLaunchedByHost whether the host launches it
     */
    public int kib(int threadsPerBlock, int registersPerThread, int sharedBytes, boolean isLaunchedByHost) {
        SmSpec sm = gpu.sm();
        int resident =
                Occupancy.of(gpu, threadsPerBlock, registersPerThread, 0, true).blocksPerSm();
        long bytes =
                Math.min(resident, spec.mostBlocks()) * Occupancy.allocatedSharedBytes(sm, sharedBytes);
        List<Integer> configurations =
                sm.sharedConfigurationsKiB().stream().filter(kib -> kib > 0).toList();
        int least = isLaunchedByHost ? spec.hostKib() : 0;
        return configurations.stream()
                .filter(kib -> kib >= least && (long) kib * KIB >= bytes)
                .findFirst()
                .orElse(configurations.get(configurations.size() - 1));
    }
}
