package io.cdpsim.profile;

/**
 * The first-level data cache of an SM. Fills are in sectors of the L2's size.
 *
 * @param bytes capacity, bytes; with a unified cache and shared memory (7.x and later), the size of both together
 * @param cachesGlobalLoads whether ordinary global loads are cached
 * @param lineBytes line size, bytes
 * @param ways associativity
 * @param latencyCycles load-to-use on a hit, cycles
 * @param bytesPerCycle bytes delivered per SM and cycle
 * @param fillBytesPerCycle bytes that an SM receives from the L2 in a cycle
 * @param lineCycles time for which a load occupies the load-store unit for each line whose tags it looks up, cycles; at least one
 *     cycle for each access to a bank
 * @param outstandingRequests maximum outstanding requests of an SM to the L2; further ones stall the load-store unit
 * @param queuedInstructions maximum memory instructions of a scheduler that wait for the load-store unit; further ones do not
 *     issue
 * @param replayedAtomics maximum atomics of a scheduler in flight whose lanes access the same word
 * @param atomicSectorCycles time for which an atomic occupies the load-store unit for each sector, cycles
 * @param atomicRequestCycles time for which it occupies the load-store unit for each further lane on the same word, cycles
 * @param waitingAtomics maximum lanes of an SM whose atomics on global memory wait for their slice of the L2; while as many wait, a further
 *     atomic stalls the load-store unit, and with it all accesses behind it; 0 for no limit
 * @param electedAtomicCycles extra latency if one elected lane adds for all and distributes the old value, cycles
 * @param storeSectorCycles time for which a store to global memory occupies the load-store unit for each sector, cycles; at least
 *     one cycle for each line
 * @param furtherStoreLineCycles time for which it occupies the load-store unit beside that for each line but the first, cycles
 * @param constantAddressCycles time for which a load of constant memory occupies the load-store unit for each address of its lanes, cycles; at least one cycle
 * @param furtherConstantCycles extra latency for each of these addresses but the first, cycles
 */
public record L1Spec(
        int bytes,
        boolean cachesGlobalLoads,
        int lineBytes,
        int ways,
        int latencyCycles,
        int bytesPerCycle,
        int fillBytesPerCycle,
        double lineCycles,
        int outstandingRequests,
        int queuedInstructions,
        int replayedAtomics,
        double atomicSectorCycles,
        double atomicRequestCycles,
        int waitingAtomics,
        int electedAtomicCycles,
        double storeSectorCycles,
        double furtherStoreLineCycles,
        double constantAddressCycles,
        double furtherConstantCycles) {}
