package io.cdpsim.kernel.call;

/** What a call costs, by name: calls of one class cost alike. How much that is, a profile says. */
public enum CallCost {
    /** A launch of a graph, which costs what its kind of stream and its nodes do. */
    GRAPH_LAUNCH,
    /** A change of a graph that device code makes. */
    GRAPH_UPDATE,
    /** A launch, which costs what its kind of stream does. */
    LAUNCH,
    /** Nothing of its own: what is measured of a launch includes that the compiled code fetches its buffer. */
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
