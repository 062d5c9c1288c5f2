package io.cdpsim.runtime.graph;

/** {@code cudaGraphNodeType}: the kinds of graph nodes, with CUDA's numbers. */
public enum GraphNodeType {
    KERNEL(0),
    MEMCPY(1),
    MEMSET(2),
    HOST(3),
    GRAPH(4),
    EMPTY(5),
    WAIT_EVENT(6),
    EVENT_RECORD(7),
    MEMORY_ALLOCATION(10),
    MEMORY_FREE(11),
    CONDITIONAL(13);

    private final int number;

    GraphNodeType(int number) {
        this.number = number;
    }

    /** CUDA's number of the type. */
    public int number() {
        return number;
    }
}
