package io.cdpsim.profile;

import java.util.List;

/**
 * The streaming multiprocessors: how many, and what each holds and may hand to one block.
 *
 * @param count SMs on the device
 * @param schedulers warp schedulers per SM
 * @param issuesPerScheduler instructions a scheduler may issue from one warp in a cycle (2 where dual issue exists)
 * @param maxThreads threads resident per SM
 * @param maxWarps warps resident per SM
 * @param maxBlocks blocks resident per SM
 * @param registers 32-bit registers per SM
 * @param maxRegistersPerBlock 32-bit registers one block may hold
 * @param maxRegistersPerThread 32-bit registers one thread may hold
 * @param registerAllocationUnit registers are given to a warp in multiples of this many
 * @param registerSubpartitions register files per SM; a warp's registers lie in one of them
 * @param sharedBytes shared memory per SM at the largest configuration, bytes
 * @param maxSharedBytesPerBlock shared memory one block may hold without opting in, bytes
 * @param maxSharedBytesPerBlockOptIn shared memory one block may hold after opting in, bytes
 * @param sharedAllocationUnitBytes shared memory is given to a block in multiples of this many bytes
 * @param sharedReservedBytesPerBlock shared memory the system keeps for each block, bytes
 * @param sharedConfigurationsKiB shared-memory sizes an SM can be configured to, KiB, ascending
 */
public record SmSpec(
        int count,
        int schedulers,
        int issuesPerScheduler,
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
}
