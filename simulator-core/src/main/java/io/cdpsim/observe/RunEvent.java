package io.cdpsim.observe;

/**
 * Something that happened in a run. Events are told in the order in which they were decided; as a call's effect may come at its end, the time of an
 * event can lie a little ahead of that of the next.
 */
public sealed interface RunEvent
        permits GridEvent,
                GridWait,
                DispatchState,
                BlockEvent,
                StuckBarrier,
                MemoryEvent,
                EventWait,
                HostCall,
                HostTimingEvent,
                WarpTime,
                PoolEvent,
                WarningEvent {
    /** What it is about. */
    EventKind kind();

    /** When it happened, in cycles of the devices' clock. */
    long timeCycles();

    /** The device it happened on, from 0. */
    int device();
}
