package io.cdpsim.runtime.events;

import io.cdpsim.observe.EventKind;
import io.cdpsim.observe.RunEvent;
import io.cdpsim.observe.RunListener;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** Keeps all that it is told. */
final class Recording implements RunListener {
    private final Set<EventKind> kinds;
    private final List<RunEvent> events = new ArrayList<>();

    private Recording(Set<EventKind> kinds) {
        this.kinds = kinds;
    }

    /** Of everything. */
    static Recording ofAll() {
        return new Recording(EnumSet.allOf(EventKind.class));
    }

    /** Of some kinds. */
    static Recording of(Set<EventKind> kinds) {
        return new Recording(kinds);
    }

    @Override
    public Set<EventKind> kinds() {
        return kinds;
    }

    @Override
    public void happened(RunEvent event) {
        events.add(event);
    }

    List<RunEvent> events() {
        return events;
    }

    /** The events of one type, in the order of telling. */
    <T extends RunEvent> List<T> of(Class<T> type) {
        return events.stream().filter(type::isInstance).map(type::cast).toList();
    }

    /** The only event of a type that is so. */
    <T extends RunEvent> T only(Class<T> type, Predicate<T> which) {
        List<T> found = of(type).stream().filter(which).toList();
        if (found.size() != 1) {
            throw new AssertionError("not one but " + found);
        }
        return found.get(0);
    }
}
