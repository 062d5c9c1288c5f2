package io.cdpsim.runtime.limit;

import java.util.Arrays;
import java.util.Optional;

/** The limits of {@code cudaDeviceSetLimit} and {@code cudaDeviceGetLimit} (rulebook 1.2). */
public enum DeviceLimit {
    /** Stack of a thread, bytes. */
    STACK_SIZE,
    /** Buffer of device-side {@code printf}, bytes. */
    PRINTF_FIFO_SIZE,
    /** Heap of device-side {@code malloc}, bytes. */
    MALLOC_HEAP_SIZE,
    /** Nesting levels at which grids may synchronise with their children (CDP1). */
    SYNC_DEPTH,
    /** Slots of the fixed pending-launch pool. */
    PENDING_LAUNCH_COUNT;

    /** The number that CUDA gives the limit. */
    @SuppressWarnings("EnumOrdinal") // The constants are in the order of CUDA's numbers.
    public int number() {
        return ordinal();
    }

    /** The limit with a number; empty if there is none. */
    static Optional<DeviceLimit> of(int number) {
        return Arrays.stream(values()).filter(limit -> limit.number() == number).findFirst();
    }
}
