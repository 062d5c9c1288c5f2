package io.cdpsim.profile;

/**
 * The first-level data cache of an SM. It is filled by sectors of the size that the L2 has.
 *
 * @param bytes capacity in bytes; where cache and shared memory divide one memory (7.x and later), the size of both together
 * @param cachesGlobalLoads whether ordinary global loads are kept here
 * @param lineBytes line size, bytes
 * @param ways associativity
 * @param latencyCycles load-to-use on a hit, cycles
 * @param bytesPerCycle bytes delivered per SM and cycle
 * @param outstandingRequests requests to L2 of an SM that can wait for their answers at a time; further ones hold up the load-store unit
 * @param queuedInstructions memory instructions of a scheduler that can wait for the load-store unit; further ones do not issue
 * @param replayedAtomics atomics of a scheduler that can be on their way at a time, of those whose lanes meet on a word
 * @param atomicSectorCycles cycles for which an atomic holds the load-store unit for each sector that its lanes access
 * @param atomicRequestCycles the same for each further lane that meets others on a word
 * @param electedAtomicCycles how much longer an answer takes where one lane adds for all and hands on what was there, cycles
 * @param storeSectorCycles cycles for which a store to global memory holds the load-store unit for each sector that its lanes write; never
 *     less than a cycle a line
 */
public record L1Spec(
        int bytes,
        boolean cachesGlobalLoads,
        int lineBytes,
        int ways,
        int latencyCycles,
        int bytesPerCycle,
        int outstandingRequests,
        int queuedInstructions,
        int replayedAtomics,
        double atomicSectorCycles,
        double atomicRequestCycles,
        int electedAtomicCycles,
        double storeSectorCycles) {}
