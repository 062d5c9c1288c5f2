package io.cdpsim.runtime.launch;

import io.cdpsim.observe.RunEvent.LaunchKind;

/** What a posted piece of work is. */
public enum GridKind {
    /** A grid that the host launched. */
    HOST_GRID,
    /** A grid in the NULL stream, a named or a per-thread stream of the device. */
    STREAM_GRID,
    /** A grid in the fire-and-forget stream (rule FAF-1). */
    FIRE_AND_FORGET_GRID,
    /** A grid in a tail-launch stream (rule TAIL-1). */
    TAIL_GRID,
    /** A device-side memcpy or memset. */
    MEMORY_OPERATION,
    /** The wait of a stream for an event (rule EVT-1): no work, only order. */
    EVENT_WAIT;

    /** How a grid of this kind was launched. @throws IllegalStateException if this is no kind of grid */
    public LaunchKind launchKind() {
        return switch (this) {
            case HOST_GRID -> LaunchKind.HOST;
            case STREAM_GRID -> LaunchKind.STREAM;
            case FIRE_AND_FORGET_GRID -> LaunchKind.FIRE_AND_FORGET;
            case TAIL_GRID -> LaunchKind.TAIL;
            case MEMORY_OPERATION, EVENT_WAIT -> throw new IllegalStateException(this + " is no grid");
        };
    }
}
