package io.cdpsim.memory.consistency.relations;

/**
 * A pair of events that a barrier or dynamic parallelism orders.
 *
 * @param from the earlier event
 * @param to the later event
 * @param kind why
 */
public record OrderEdge(int from, int to, Kind kind) {
    /** Why two events are ordered. */
    public enum Kind {
        BARRIER("barrier"),
        LAUNCH("E1 launch"),
        THREADS("E2 threads of the grid"),
        NESTING("E3 nesting"),
        TAIL("E4 tail"),
        STREAM("E5 stream order"),
        EVENT("E6 event"),
        SYNCHRONIZE("E7 cudaDeviceSynchronize"),
        HOST("E8 the host waits");

        private final String label;

        Kind(String label) {
            this.label = label;
        }

        /** As explanations call it. */
        public String label() {
            return label;
        }
    }
}
