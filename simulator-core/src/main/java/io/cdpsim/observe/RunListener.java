package io.cdpsim.observe;

import java.util.EnumSet;
import java.util.Set;

/** Receives the events of a run. A listener must not change the simulation. */
public interface RunListener {
    /** The kinds of event that the listener wants, all by default. Called once, before the run. */
    default Set<EventKind> kinds() {
        return EnumSet.allOf(EventKind.class);
    }

    /** Receives an event of a kind that the listener wants. */
    void happened(RunEvent event);
}
