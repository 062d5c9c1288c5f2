package io.cdpsim.profile;

/**
 * The second-level cache, shared by all SMs, where device-wide atomics are done.
 *
 * @param bytes capacity, bytes
 * @param lineBytes line size, bytes
 * @param sectorBytes bytes filled at a time, bytes
 * @param ways associativity
 * @param slices slices that work side by side, in all partitions
 * @param partitions parts of the cache, each close to some of the SMs; 1 if all slices are equally far
 * @param sliceStretchBytes how much of consecutive memory a slice serves, bytes; a multiple of the line
 * @param partitionStretchBytes how much of consecutive memory is at home in a partition, bytes; a multiple of {@code sliceStretchBytes}
 * @param latencyCycles load-to-use on a hit, cycles
 * @param requestCycles cycles a slice is busy with a load or store at least
 * @param sectorCyclesPerSlice cycles a slice is busy with one sector read or written
 * @param sameLineCycles cycles a slice is busy at most with a load from the line that it served last; 0 if that makes no difference
 * @param atomicSectorCycles cycles a slice is busy with the atomics of one request to one sector
 * @param sameAddressAtomicCycles cycles between two atomics on the same address
 * @param sameAddressFloatCycles the same for floating-point atomics; 0 if it is the same and lanes that want no old value are summed on the
 *     way
 * @param floatLaneCycles cycles a slice is busy with each further lane of a floating-point atomic that meets others on a word
 * @param atomicAnswerCycles cycles for which the answer of an atomic holds the way back of the slices of one place; 0 if it holds up none
 * @param atomicLatencyCycles one uncontended atomic, issue to result, cycles
 * @param distanceSpreadCycles how much longer an answer takes from the furthest slice of a partition to an SM than from the nearest, cycles
 * @param farCycles how much longer a request takes that another partition has to answer, cycles
 */
public record L2Spec(
        long bytes,
        int lineBytes,
        int sectorBytes,
        int ways,
        int slices,
        int partitions,
        int sliceStretchBytes,
        int partitionStretchBytes,
        int latencyCycles,
        double requestCycles,
        double sectorCyclesPerSlice,
        double sameLineCycles,
        double atomicSectorCycles,
        double sameAddressAtomicCycles,
        double sameAddressFloatCycles,
        double floatLaneCycles,
        double atomicAnswerCycles,
        int atomicLatencyCycles,
        int distanceSpreadCycles,
        int farCycles) {}
