package io.cdpsim.profile;

/**
 * Placing blocks on SMs.
 *
 * @param cyclesPerBlock device-wide: cycles between two placements
 * @param cyclesPerGrid device-wide: added before the first block of a grid
 * @param blockStartCycles from placement to the first issue, cycles
 * @param blockEndCycles from the last exit of a block until its room is free, cycles
 */
public record BlockDispatchSpec(double cyclesPerBlock, int cyclesPerGrid, int blockStartCycles, int blockEndCycles) {}
