package io.cdpsim.observe;

/** The subject of an event. A listener names the kinds that it wants; other events are not created. */
public enum EventKind {
    /** Grids: posted, admitted, started, ended, complete; launches that failed. */
    GRID,
    /** Why a grid does not start yet. */
    WAIT,
    /** Blocks: placed, ended, complete, swapped out and in. */
    BLOCK,
    /** Barriers that never open. */
    BARRIER,
    /** Launches of graphs and their nodes. */
    GRAPH,
    /** Copies and fills, of the host and of device code. */
    MEMORY,
    /** Streams that wait for events. */
    EVENT_WAIT,
    /** Calls of the host thread. */
    HOST_CALL,
    /** Times of warps. */
    WARP,
    /** Events of the host that are reached, and times between them. */
    HOST_TIME,
    /** The pool of pending launches. */
    POOL,
    /** Counters of kernels. */
    COUNTER,
    /** Warnings. */
    WARNING
}
