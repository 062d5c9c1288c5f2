package io.cdpsim.observe;

import java.util.EnumSet;
import java.util.Set;

/** Told what happens in a run. A listener must not change the simulation. */
public interface RunListener {
    /** What the listener wants to be told of; all, if it does not say. Asked once, before the run. */
    default Set<EventKind> kinds() {
        return EnumSet.allOf(EventKind.class);
    }

    /** Something has happened, of a kind that the listener wants. */
    void happened(RunEvent event);
}
