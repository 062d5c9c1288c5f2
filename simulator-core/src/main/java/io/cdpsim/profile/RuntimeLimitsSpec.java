package io.cdpsim.profile;

/**
 * Defaults and bounds of the limits that a program may set ({@code cudaDeviceSetLimit}), and related sizes.
 *
 * @param pendingLaunchDefault default size of the fixed pending-launch pool, slots
 * @param pendingLaunchMin smallest pool the device accepts, slots
 * @param pendingLaunchMax largest pool the device accepts, slots
 * @param bytesPerPendingSlot device memory per slot, bytes
 * @param usedBytesPerPendingSlot the part of that which launches read and write, and which so takes room in the L2, bytes
 * @param eventSlotsPerPendingSlot device-side events per slot
 * @param syncDepthDefault default depth to which parents may synchronise (CDP1)
 * @param maxNestingDepth deepest nesting level; 0 means that there is no limit
 * @param syncDepthBytesPerLevel device memory reserved for each synchronisation level, bytes
 * @param reservesSyncWhenUsed whether the device reserves that memory only when a program that can synchronise is launched (rule
 *     DEPTH-7)
 * @param virtualizedLaunchMax slots of the virtualised pool (CUDA 6 to 11); 0 means that there is no limit
 * @param parameterBytes largest parameter buffer of a launch, bytes
 * @param printfFifo buffer of device printf
 * @param heapBytes default device malloc heap, bytes
 * @param heapReservedBytes part of the heap that the allocator uses itself, bytes
 * @param heapGranuleBytes granularity of allocations of at least this size, bytes; 0 if there is none
 * @param memoryPoolChunkBytes unit in which a memory pool of the host reserves device memory, bytes; 0 if there is none
 * @param stackBytes default stack per thread, bytes
 */
public record RuntimeLimitsSpec(
        int pendingLaunchDefault,
        int pendingLaunchMin,
        int pendingLaunchMax,
        int bytesPerPendingSlot,
        int usedBytesPerPendingSlot,
        int eventSlotsPerPendingSlot,
        int syncDepthDefault,
        int maxNestingDepth,
        // Rule DEPTH-6.
        long syncDepthBytesPerLevel,
        boolean reservesSyncWhenUsed,
        int virtualizedLaunchMax,
        int parameterBytes,
        PrintfFifoSpec printfFifo,
        long heapBytes,
        int heapReservedBytes,
        int heapGranuleBytes,
        int memoryPoolChunkBytes,
        int stackBytes) {
    /** A profile without limits: every one is 0. */
    public static final RuntimeLimitsSpec NONE =
            new RuntimeLimitsSpec(0, 0, 0, 0, 0, 0, 0, 0, 0, false, 0, 0, PrintfFifoSpec.NONE, 0, 0, 0, 0, 0);

    /**
     * The number of slots of which the used parts fit into a cache.
     *
     * @param bytes size of the cache, bytes
     */
    public long cachedSlots(long bytes) {
        return bytes / Math.max(1, usedBytesPerPendingSlot);
    }
}
