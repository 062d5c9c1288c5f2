package io.cdpsim.kernel.call;

/** The cost class of a call. A profile has the cost of each class. */
public enum CallCost {
    /** A launch of a graph, which costs what its kind of stream and its nodes do. */
    GRAPH_LAUNCH,
    /** A change of a graph that device code makes. */
    GRAPH_UPDATE,
    /** A launch, which costs what its kind of stream does. */
    LAUNCH,
    /** No cost of its own: the measured cost of a launch includes fetching its buffer. */
    NOTHING,
    STREAM_CREATE,
    STREAM_DESTROY,
    EVENT_CREATE,
    EVENT_DESTROY,
    EVENT_RECORD,
    STREAM_WAIT_EVENT,
    /** Reading the thread's last error. */
    LAST_ERROR,
    DEVICE_SYNCHRONIZE,
    MEMCPY,
    MEMSET,
    GET_DEVICE,
    /** A question about the device, a kernel, an error or the runtime. */
    QUERY,
    /** The allocator of the device heap. */
    ALLOCATE,
    /** Giving back to the device heap. */
    FREE
}
