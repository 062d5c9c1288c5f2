package io.cdpsim.profile;

/**
 * The second-level cache, shared by all SMs, where device-wide atomics are done.
 *
 * @param bytes capacity, bytes
 * @param lineBytes line size, bytes
 * @param sectorBytes bytes filled at a time, bytes
 * @param ways associativity
 * @param slices slices that work side by side
 * @param latencyCycles load-to-use on a hit, cycles
 * @param sectorCyclesPerSlice cycles a slice is busy with one sector read or written
 * @param atomicSectorCycles cycles a slice is busy with the atomics of one request to one sector
 * @param sameAddressAtomicCycles cycles between two atomics on the same address
 * @param atomicLatencyCycles one uncontended atomic, issue to result, cycles
 */
public record L2Spec(
        long bytes,
        int lineBytes,
        int sectorBytes,
        int ways,
        int slices,
        int latencyCycles,
        double sectorCyclesPerSlice,
        double atomicSectorCycles,
        double sameAddressAtomicCycles,
        int atomicLatencyCycles) {}
