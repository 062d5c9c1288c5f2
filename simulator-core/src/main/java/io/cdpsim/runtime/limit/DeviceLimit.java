package io.cdpsim.runtime.limit;

/** The limits of {@code cudaDeviceSetLimit} and {@code cudaDeviceGetLimit} (rulebook 1.2). */
public enum DeviceLimit {
    /** Stack of a thread, bytes. */
    STACK_SIZE,
    /** Buffer of device-side {@code printf}, bytes. */
    PRINTF_FIFO_SIZE,
    /** Heap of device-side {@code malloc}, bytes. */
    MALLOC_HEAP_SIZE,
    /** Levels of grids that may synchronise with their children, CDP1 only. */
    SYNC_DEPTH,
    /** Slots of the fixed pending-launch pool. */
    PENDING_LAUNCH_COUNT;

    /** The number that CUDA gives the limit. */
    @SuppressWarnings("EnumOrdinal") // The constants stand in the order of CUDA's numbers.
    public int number() {
        return ordinal();
    }
}
