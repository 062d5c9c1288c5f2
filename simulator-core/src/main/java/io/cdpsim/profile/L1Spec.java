package io.cdpsim.profile;

/**
 * The first-level data cache of an SM.
 *
 * @param bytes capacity in bytes; with {@code unifiedWithShared} the size of both together
 * @param unifiedWithShared whether cache and shared memory divide one memory (7.x and later)
 * @param cachesGlobalLoads whether ordinary global loads are kept here
 * @param lineBytes line size, bytes
 * @param sectorBytes bytes filled at a time, bytes
 * @param ways associativity
 * @param latencyCycles load-to-use on a hit, cycles
 * @param bytesPerCycle bytes delivered per SM and cycle
 */
public record L1Spec(
        int bytes,
        boolean unifiedWithShared,
        boolean cachesGlobalLoads,
        int lineBytes,
        int sectorBytes,
        int ways,
        int latencyCycles,
        int bytesPerCycle) {}
