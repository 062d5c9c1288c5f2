package io.cdpsim.profile;

/**
 * Barriers and fences.
 *
 * @param barrierLatencyCycles from the last warp's arrival at a block barrier to the next instruction, cycles
 * @param fenceBlockCycles {@code __threadfence_block}, cycles
 * @param fenceDeviceCycles {@code __threadfence}, cycles
 * @param fenceSystemCycles {@code __threadfence_system}, cycles
 */
public record SynchronizationSpec(
        int barrierLatencyCycles, int fenceBlockCycles, int fenceDeviceCycles, int fenceSystemCycles) {}
