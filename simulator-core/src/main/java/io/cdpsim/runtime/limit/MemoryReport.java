package io.cdpsim.runtime.limit;

/**
 * What the memory of a device is used for, bytes (rule CONC-6).
 *
 * @param capacityBytes all of it
 * @param syncDepthBytes set aside for parents that wait in a device synchronisation (rule DEPTH-6), CDP1 only
 * @param pendingLaunchBytes set aside for the fixed pool of pending launches (rule POOL-2)
 * @param allocatedBytes allocated by the program and its heap
 * @param freeBytes what is left
 */
public record MemoryReport(
        long capacityBytes, long syncDepthBytes, long pendingLaunchBytes, long allocatedBytes, long freeBytes) {}
