package io.cdpsim.observe.times;

import io.cdpsim.observe.EventKind;
import io.cdpsim.observe.RunEvent;
import io.cdpsim.observe.RunEvent.GridEvent;
import io.cdpsim.observe.RunListener;
import java.util.EnumSet;
import java.util.Set;

/** The time from the start of the first grid to the completion of the last, which does not depend on when the host looks. */
public final class DeviceTimeRecorder implements RunListener {
    private long first = Long.MAX_VALUE;
    private long last = Long.MIN_VALUE;

    /** Starts without any grid. */
    public DeviceTimeRecorder() {}

    @Override
    public Set<EventKind> kinds() {
        return EnumSet.of(EventKind.GRID);
    }

    @Override
    public void happened(RunEvent event) {
        if (event instanceof GridEvent.Started) {
            first = Math.min(first, event.timeCycles());
        } else if (event instanceof GridEvent.Completed) {
            last = Math.max(last, event.timeCycles());
        }
    }

    /** The time in cycles; 0 if no grid completed. */
    public long cycles() {
        return last < first ? 0 : last - first;
    }
}
