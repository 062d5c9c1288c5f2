package io.cdpsim.profile;

import java.util.List;

/**
 * The streaming multiprocessors: their number, and the resources of each SM and of each block.
 *
 * @param count SMs on the device
 * @param schedulers warp schedulers per SM
 * @param issuesPerScheduler instructions that a scheduler may issue from one warp in a cycle (2 with dual issue)
 * @param olderBlocksFirst whether a scheduler issues for the warps of the block that started first, and for others only what these leave; if not, its warps take turns
 * @param maxThreads maximum resident threads per SM
 * @param maxWarps maximum resident warps per SM
 * @param maxBlocks maximum resident blocks per SM
 * @param registers 32-bit registers per SM
 * @param maxRegistersPerBlock maximum 32-bit registers of a block
 * @param maxRegistersPerThread maximum 32-bit registers of a thread
 * @param registerAllocationUnit granularity of register allocation to a warp, registers
 * @param registerSubpartitions register files per SM; each holds all registers of a warp
 * @param sharedBytes shared memory per SM at the largest configuration, bytes
 * @param maxSharedBytesPerBlock maximum shared memory of a block without opt-in, bytes
 * @param maxSharedBytesPerBlockOptIn maximum shared memory of a block with opt-in, bytes
 * @param sharedAllocationUnitBytes granularity of shared memory allocation to a block, bytes
 * @param sharedReservedBytesPerBlock shared memory that the system reserves for each block, bytes
 * @param sharedConfigurationsKiB supported shared memory configurations of an SM, KiB, ascending
 */
public record SmSpec(
        int count,
        int schedulers,
        int issuesPerScheduler,
        boolean olderBlocksFirst,
        int maxThreads,
        int maxWarps,
        int maxBlocks,
        int registers,
        int maxRegistersPerBlock,
        int maxRegistersPerThread,
        int registerAllocationUnit,
        int registerSubpartitions,
        int sharedBytes,
        int maxSharedBytesPerBlock,
        int maxSharedBytesPerBlockOptIn,
        int sharedAllocationUnitBytes,
        int sharedReservedBytesPerBlock,
        List<Integer> sharedConfigurationsKiB) {
    public SmSpec {
        sharedConfigurationsKiB = List.copyOf(sharedConfigurationsKiB);
    }

    /**
     * The smallest configuration of shared memory that holds some, bytes; the largest if none does.
     *
     * @param bytes shared memory to hold, at least 1
     */
    public int sharedConfigurationBytes(long bytes) {
        for (int kib : sharedConfigurationsKiB) {
            if (kib * 1024L >= bytes) {
                return kib * 1024;
            }
        }
        return sharedBytes;
    }
}
