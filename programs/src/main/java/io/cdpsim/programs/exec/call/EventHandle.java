package io.cdpsim.programs.exec.call;

import io.cdpsim.runtime.host.HostEvent;

/** An event, and what the program asked for when it made it. */
final class EventHandle {
    private final HostEvent event;
    private final boolean isTimed;
    private final int device;
    private boolean recorded;

    /** @param device that was current when it was made */
    EventHandle(HostEvent event, boolean isTimed, int device) {
        this.event = event;
        this.isTimed = isTimed;
        this.device = device;
    }

    int device() {
        return device;
    }

    HostEvent event() {
        return event;
    }

    boolean isTimed() {
        return isTimed;
    }

    void recorded() {
        recorded = true;
    }

    boolean wasRecorded() {
        return recorded;
    }
}
