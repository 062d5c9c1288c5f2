package io.cdpsim.profile;

/**
 * Defaults and bounds of the limits a program may set ({@code cudaDeviceSetLimit}), and the sizes behind them.
 *
 * @param pendingLaunchDefault slots of the fixed pending-launch pool if nothing is set
 * @param pendingLaunchMin smallest pool the device accepts, slots
 * @param pendingLaunchMax largest pool the device accepts, slots
 * @param bytesPerPendingSlot device memory per slot, bytes
 * @param eventSlotsPerPendingSlot device-side events per slot
 * @param syncDepthDefault depth to which parents may synchronise if nothing is set (CDP1)
 * @param maxNestingDepth deepest nesting level; 0 means that there is no limit
 * @param syncDepthBytesPerLevel device memory set aside per synchronisation level, bytes
 * @param reservesSyncWhenUsed whether that memory is set aside only once a program is launched that can synchronise (rule DEPTH-7)
 * @param virtualizedLaunchMax launches that the virtualised pool takes (CUDA 6 to 11); 0 means that there is no limit
 * @param parameterBytes largest parameter buffer of a launch, bytes
 * @param printfFifoBytes device printf buffer if nothing is set, bytes
 * @param heapBytes device malloc heap if nothing is set, bytes
 * @param heapReservedBytes part of the heap that the allocator keeps for itself, bytes
 * @param heapGranuleBytes unit of allocations that are not smaller, bytes; 0 if there is none
 * @param stackBytes stack per thread if nothing is set, bytes
 */
public record RuntimeLimitsSpec(
        int pendingLaunchDefault,
        int pendingLaunchMin,
        int pendingLaunchMax,
        int bytesPerPendingSlot,
        int eventSlotsPerPendingSlot,
        int syncDepthDefault,
        int maxNestingDepth,
        // Rule DEPTH-6.
        long syncDepthBytesPerLevel,
        boolean reservesSyncWhenUsed,
        int virtualizedLaunchMax,
        int parameterBytes,
        long printfFifoBytes,
        long heapBytes,
        int heapReservedBytes,
        int heapGranuleBytes,
        int stackBytes) {
    /** For a profile that says nothing of limits: every one is 0. */
    public static final RuntimeLimitsSpec NONE =
            new RuntimeLimitsSpec(0, 0, 0, 0, 0, 0, 0, 0, false, 0, 0, 0, 0, 0, 0, 0);
}
