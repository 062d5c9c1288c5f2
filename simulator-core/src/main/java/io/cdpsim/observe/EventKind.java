package io.cdpsim.observe;

/** What an event of a run is about. A listener says which kinds it wants; those that nobody wants are not even made. */
public enum EventKind {
    /** Grids: posted, admitted, started, ended, complete; launches that failed. */
    GRID,
    /** Why a grid does not start yet. */
    WAIT,
    /** Blocks: placed, ended, complete, swapped out and in. */
    BLOCK,
    /** Barriers that never open. */
    BARRIER,
    /** Copies and fills, of the host and of device code. */
    MEMORY,
    /** Streams that wait for events. */
    EVENT_WAIT,
    /** Calls of the host. */
    HOST_CALL,
    /** What warps spend their time with. */
    WARP,
    /** Events of the host that are reached, and the times between them. */
    HOST_TIME,
    /** The pool of pending launches. */
    POOL,
    /** Something that the user should be warned of. */
    WARNING
}
