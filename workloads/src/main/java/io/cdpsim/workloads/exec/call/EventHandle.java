package io.cdpsim.workloads.exec.call;

import io.cdpsim.runtime.host.HostEvent;

/** An event, and what the program asked for when it made it. */
final class EventHandle {
    private final HostEvent event;
    private final boolean isTimed;
    private boolean recorded;

    EventHandle(HostEvent event, boolean isTimed) {
        this.event = event;
        this.isTimed = isTimed;
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
