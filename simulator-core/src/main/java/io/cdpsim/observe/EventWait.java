package io.cdpsim.observe;

/**
 * A stream waits for an event, or has waited.
 *
 * @param parent the grid whose stream it is; 0 for the host
 * @param stream the stream of the host, counted from 0, or that of device code, counted from 1
 * @param over whether the wait is over; otherwise it begins
 */
public record EventWait(long timeCycles, int device, long parent, int stream, boolean over) implements RunEvent {
    @Override
    public EventKind kind() {
        return EventKind.EVENT_WAIT;
    }
}
