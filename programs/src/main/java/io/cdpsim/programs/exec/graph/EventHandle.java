package io.cdpsim.programs.exec.graph;

import io.cdpsim.runtime.host.HostEvent;

/** An event, and its creation flags. */
public final class EventHandle {
    private final HostEvent event;
    private final boolean isTimed;
    private final boolean isInterprocess;
    private final int device;
    private boolean recorded;

    /**
     * An event that was not recorded.
     *
     * @param isInterprocess whether other processes may open it
     * @param device the current device at its creation
     */
    public EventHandle(HostEvent event, boolean isTimed, boolean isInterprocess, int device) {
        this.event = event;
        this.isTimed = isTimed;
        this.isInterprocess = isInterprocess;
        this.device = device;
    }

    /** The ordinal of its device. */
    public int device() {
        return device;
    }

    /** The event. */
    public HostEvent event() {
        return event;
    }

    /** Whether it records times. */
    public boolean isTimed() {
        return isTimed;
    }

    /** Whether other processes may open it. */
    public boolean isInterprocess() {
        return isInterprocess;
    }

    /** It is recorded. */
    public void recorded() {
        recorded = true;
    }

    /** Whether it was recorded. */
    public boolean wasRecorded() {
        return recorded;
    }
}
