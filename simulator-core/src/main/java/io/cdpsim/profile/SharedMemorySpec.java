package io.cdpsim.profile;

/**
 * Shared memory of an SM: latency, banks and atomics.
 *
 * @param latencyCycles load-to-use without a bank conflict, cycles
 * @param banks banks
 * @param bankBytes bytes a bank delivers per cycle
 * @param nativeAtomics whether atomics run in the memory itself (5.x and later) or as lock, update, unlock (before)
 * @param atomicLatencyCycles one uncontended atomic, issue to result, cycles
 * @param atomicLockRetryCycles each further try for a lane that lost the lock, cycles; 0 with native atomics
 */
public record SharedMemorySpec(
        int latencyCycles,
        int banks,
        int bankBytes,
        boolean nativeAtomics,
        int atomicLatencyCycles,
        int atomicLockRetryCycles) {}
