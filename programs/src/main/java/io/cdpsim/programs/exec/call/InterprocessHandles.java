package io.cdpsim.programs.exec.call;

import io.cdpsim.programs.exec.graph.EventHandle;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What processes of one program open of each other, by the numbers in the handles that they send one another. Used by one thread. */
public final class InterprocessHandles {
    private final Map<Long, Memory> memories = new HashMap<>();
    private final Map<Long, Event> events = new HashMap<>();
    private long last;

    /** The start of an allocation of a process. */
    record Memory(SimulatedProgram owner, long start) {}

    /** An event of a process. */
    record Event(SimulatedProgram owner, EventHandle event) {}

    /** No handles. */
    public InterprocessHandles() {}

    long add(Memory memory) {
        memories.put(++last, memory);
        return last;
    }

    long add(Event event) {
        events.put(++last, event);
        return last;
    }

    @Nullable
    Memory memory(long handle) {
        return memories.get(handle);
    }

    @Nullable
    Event event(long handle) {
        return events.get(handle);
    }
}
