package io.cdpsim.observe;

/** A copy or a fill begins or ends. */
public sealed interface MemoryEvent extends RunEvent {
    /** What is done to memory. */
    enum Operation {
        COPY,
        FILL
    }

    @Override
    default EventKind kind() {
        return EventKind.MEMORY;
    }

    /**
     * Its bytes begin to move.
     *
     * @param parent the grid that asked for it; 0 for the host
     * @param stream the stream of the host, counted from 0, or that of device code, counted from 1; -1 for the two special streams
     * @param bytes how many bytes are written
     */
    record Started(long timeCycles, int device, Operation operation, long parent, int stream, long bytes)
            implements MemoryEvent {}

    /** Its bytes have moved; parameters as in {@link Started}. */
    record Ended(long timeCycles, int device, Operation operation, long parent, int stream, long bytes)
            implements MemoryEvent {}
}
