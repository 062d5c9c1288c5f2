package io.cdpsim.profile.occupancy;

import com.google.common.math.LongMath;
import io.cdpsim.profile.ComputeCapability;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.SmSpec;
import io.cdpsim.profile.occupancy.OccupancyResult.Limiter;
import io.cdpsim.warp.Lanes;
import java.math.RoundingMode;

/**
 * Calculates how many blocks of a kernel fit on an SM: rules OCC-1 to OCC-3, with shared memory at its largest configuration.
 *
 * <p>A kernel that can never fit is not an error: the result is zero blocks and the {@link Limiter} that prevents it.
 */
public final class Occupancy {
    // Compute capability 6.0 allocates registers in two partitions but checks a block as if it had four (OCC-2).
    private static final ComputeCapability CHECKED_AS_FOUR_PARTITIONS = new ComputeCapability(6, 0);

    private Occupancy() {}

    /**
     * The maximum number of resident blocks of a kernel on an SM of a GPU.
     *
     * @param gpu the GPU
     * @param threadsPerBlock threads of a block, at least 1
     * @param registersPerThread 32-bit registers of a thread, at least 0
     * @param sharedBytes static and dynamic shared memory of a block together, bytes
     * @param optIn whether the kernel has opted in to more than the ordinary shared memory a block
     * @throws IllegalArgumentException if a quantity is negative or there are no threads
     */
    public static OccupancyResult of(
            GpuProfile gpu, int threadsPerBlock, int registersPerThread, int sharedBytes, boolean optIn) {
        return of(
                gpu.sm(),
                gpu.computeCapability(),
                gpu.grid().maxThreadsPerBlock(),
                threadsPerBlock,
                registersPerThread,
                sharedBytes,
                optIn);
    }

    /**
     * The maximum number of resident blocks of a kernel on an SM.
     *
     * @param sm the SM
     * @param capability its compute capability
     * @param maxThreadsPerBlock threads a block may have
     * @param threadsPerBlock threads of a block, at least 1
     * @param registersPerThread 32-bit registers of a thread, at least 0
     * @param sharedBytes static and dynamic shared memory of a block together, bytes
     * @param optIn whether the kernel has opted in to more than the ordinary shared memory a block
     * @throws IllegalArgumentException if a quantity is negative or there are no threads
     */
    public static OccupancyResult of(
            SmSpec sm,
            ComputeCapability capability,
            int maxThreadsPerBlock,
            int threadsPerBlock,
            int registersPerThread,
            int sharedBytes,
            boolean optIn) {
        if (threadsPerBlock < 1 || registersPerThread < 0 || sharedBytes < 0) {
            throw new IllegalArgumentException(
                    "A block has at least one thread and no negative registers or shared bytes: " + threadsPerBlock
                            + " threads, " + registersPerThread + " registers, " + sharedBytes + " bytes");
        }
        long warpsPerBlock = LongMath.divide(threadsPerBlock, Lanes.COUNT, RoundingMode.CEILING);
        long registersPerWarp = roundUp((long) Lanes.COUNT * registersPerThread, sm.registerAllocationUnit());
        int byWarps = (int) (sm.maxWarps() / warpsPerBlock);
        int byRegisters = blocksByRegisters(sm, warpsPerBlock, registersPerWarp);
        int byShared = blocksByShared(sm, sharedBytes);

        Limiter limiter;
        int blocks;
        int sharedLimit = optIn ? sm.maxSharedBytesPerBlockOptIn() : sm.maxSharedBytesPerBlock();
        if (threadsPerBlock > maxThreadsPerBlock) {
            limiter = Limiter.THREADS_PER_BLOCK;
            blocks = 0;
        } else if (registersPerThread > sm.maxRegistersPerThread()) {
            limiter = Limiter.REGISTERS_PER_THREAD;
            blocks = 0;
        } else if (registersPerWarp * roundUp(warpsPerBlock, checkedPartitions(sm, capability))
                > sm.maxRegistersPerBlock()) {
            limiter = Limiter.REGISTERS_PER_BLOCK;
            blocks = 0;
        } else if (sharedBytes > sharedLimit) {
            limiter = sharedBytes > sm.maxSharedBytesPerBlockOptIn()
                    ? Limiter.SHARED_MEMORY_PER_BLOCK_OPT_IN
                    : Limiter.SHARED_MEMORY_PER_BLOCK;
            blocks = 0;
        } else {
            // Rule OCC-1.
            blocks = Math.min(Math.min(byWarps, sm.maxBlocks()), Math.min(byRegisters, byShared));
            limiter = blocks == byWarps
                    ? Limiter.WARPS
                    : blocks == sm.maxBlocks()
                            ? Limiter.BLOCKS
                            : blocks == byRegisters ? Limiter.REGISTERS : Limiter.SHARED_MEMORY;
        }
        int warps = (int) (blocks * warpsPerBlock);
        return new OccupancyResult(
                blocks, warps, (double) warps / sm.maxWarps(), limiter, byWarps, sm.maxBlocks(), byRegisters, byShared);
    }

    private static int checkedPartitions(SmSpec sm, ComputeCapability capability) {
        return capability.equals(CHECKED_AS_FOUR_PARTITIONS)
                ? Math.max(4, sm.registerSubpartitions())
                : sm.registerSubpartitions();
    }

    private static int blocksByRegisters(SmSpec sm, long warpsPerBlock, long registersPerWarp) {
        if (registersPerWarp == 0) {
            return OccupancyResult.UNLIMITED;
        }
        long warpsPerPartition = sm.registers() / sm.registerSubpartitions() / registersPerWarp;
        return (int) (warpsPerPartition * sm.registerSubpartitions() / warpsPerBlock);
    }

    private static int blocksByShared(SmSpec sm, int sharedBytes) {
        long allocated = allocatedSharedBytes(sm, sharedBytes);
        return allocated == 0 ? OccupancyResult.UNLIMITED : (int) (sm.sharedBytes() / allocated);
    }

    /**
     * Shared memory that an SM allocates to a block: its own, the part reserved for the system, and the rounding, bytes (OCC-3).
     */
    public static long allocatedSharedBytes(SmSpec sm, int sharedBytes) {
        return roundUp((long) sharedBytes + sm.sharedReservedBytesPerBlock(), sm.sharedAllocationUnitBytes());
    }

    private static long roundUp(long value, long unit) {
        return LongMath.divide(value, unit, RoundingMode.CEILING) * unit;
    }
}
