package io.cdpsim.observe;

/** Something about the time that a program of the host measures with events. */
public sealed interface HostTimingEvent extends RunEvent {
    @Override
    default EventKind kind() {
        return EventKind.HOST_TIME;
    }

    /**
     * An event that the host has recorded is reached.
     *
     * @param stream the stream it was recorded in
     */
    record Reached(long timeCycles, int device, int stream) implements HostTimingEvent {}

    /**
     * The host has asked for the time between two events.
     *
     * @param timeCycles when it asked
     * @param beginCycles when the first was reached
     * @param endCycles when the second was
     */
    record Measured(long timeCycles, int device, long beginCycles, long endCycles) implements HostTimingEvent {}
}
