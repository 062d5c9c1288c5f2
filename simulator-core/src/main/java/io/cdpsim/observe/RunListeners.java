package io.cdpsim.observe;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The listeners of a run, by event kind. */
public final class RunListeners {
    /** No listener. */
    public static final RunListeners NONE = new RunListeners(List.of());

    private final Map<EventKind, RunListener[]> listeners = new EnumMap<>(EventKind.class);

    /** Listeners, notified in this order. */
    public RunListeners(List<? extends RunListener> all) {
        Map<EventKind, List<RunListener>> wanting = new EnumMap<>(EventKind.class);
        for (RunListener listener : all) {
            for (EventKind kind : listener.kinds()) {
                wanting.computeIfAbsent(kind, key -> new ArrayList<>()).add(listener);
            }
        }
        wanting.forEach((kind, those) -> listeners.put(kind, those.toArray(RunListener[]::new)));
    }

    /** Whether a listener wants events of this kind. */
    public boolean want(EventKind kind) {
        return of(kind).length > 0;
    }

    /** Notifies the listeners that want an event of this kind. */
    public void publish(RunEvent event) {
        for (RunListener listener : of(event.kind())) {
            listener.happened(event);
        }
    }

    private RunListener[] of(EventKind kind) {
        RunListener[] wanting = listeners.get(kind);
        return wanting == null ? new RunListener[0] : wanting;
    }
}
