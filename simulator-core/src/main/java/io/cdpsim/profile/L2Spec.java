package io.cdpsim.profile;

/**
 * The second-level cache, which all SMs share and which executes device-wide atomics.
 *
 * @param bytes capacity, bytes
 * @param lineBytes line size, bytes
 * @param sectorBytes size of a sector, the unit of fills, bytes
 * @param ways associativity
 * @param slices slices that work in parallel, in all partitions
 * @param partitions partitions of the cache, each near some of the SMs; 1 if all slices are equally far
 * @param sliceInterleaveBytes interleaving of memory over the slices, bytes; a multiple of the line
 * @param partitionInterleaveBytes interleaving of memory over the partitions, bytes; a multiple of {@code sliceInterleaveBytes}
 * @param latencyCycles load-to-use on a hit, cycles
 * @param requestCycles minimum time for which a load or store occupies a slice, cycles
 * @param sectorCyclesPerSlice time for which one sector read or write occupies a slice, cycles
 * @param storeSectorCycles minimum time for which one sector of a store occupies a slice, cycles
 * @param sameLineCycles maximum time for which a load of all sectors of the line served last occupies a slice, cycles, and of fewer accordingly; 0 if that makes no
 *     difference
 * @param storeToLoadCycles time for which a load from a line occupies its slice that comes within this time of a store to it, cycles; further loads do not wait
 * @param atomicSectorCycles time for which the atomics of one request to one sector occupy a slice, cycles
 * @param atomicBehindLoadCycles further time for which they occupy it behind a load, cycles
 * @param sameAddressAtomicCycles cycles between two atomics on the same address
 * @param sameAddressFloatCycles cycles between two floating-point atomics on the same address; 0 if there is no difference and
 *     lanes that do not read the old value are summed before the L2
 * @param floatLaneCycles time for which each further lane of a floating-point atomic on the same word occupies a slice, cycles
 * @param atomicResponseCycles time for which the response of an atomic occupies the return path that neighbouring slices share,
 *     cycles; 0 if it delays none
 * @param atomicLatencyCycles one uncontended atomic, issue to result, cycles
 * @param distanceSpreadCycles difference in latency between the furthest and the nearest slice of a partition, cycles
 * @param remotePartitionCycles extra latency of a request to another partition, cycles
 */
public record L2Spec(
        long bytes,
        int lineBytes,
        int sectorBytes,
        int ways,
        int slices,
        int partitions,
        int sliceInterleaveBytes,
        int partitionInterleaveBytes,
        int latencyCycles,
        double requestCycles,
        double sectorCyclesPerSlice,
        double storeSectorCycles,
        double sameLineCycles,
        int storeToLoadCycles,
        double atomicSectorCycles,
        double atomicBehindLoadCycles,
        double sameAddressAtomicCycles,
        double sameAddressFloatCycles,
        double floatLaneCycles,
        double atomicResponseCycles,
        int atomicLatencyCycles,
        int distanceSpreadCycles,
        int remotePartitionCycles) {}
