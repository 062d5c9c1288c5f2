package io.cdpsim.memory.consistency.outcome;

import io.cdpsim.memory.consistency.relations.EventSet;
import io.cdpsim.memory.consistency.relations.Execution;
import io.cdpsim.memory.consistency.trace.ThreadInstance;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** Collects the data races of consistent executions. */
public final class RaceFinder {
    private final Set<DataRace> found = new LinkedHashSet<>();

    /** Adds the races of an execution. */
    public void look(Execution execution) {
        EventSet events = execution.events();
        for (int location = 0; location < events.context().locations().count(); location++) {
            if (events.writesAt(location).length == 0) {
                continue;
            }
            int[] accesses = events.accessesAt(location);
            for (int i = 0; i < accesses.length; i++) {
                for (int j = i + 1; j < accesses.length; j++) {
                    if (races(execution, accesses[i], accesses[j])) {
                        add(events, accesses[i], accesses[j]);
                    }
                }
            }
        }
    }

    private static boolean races(Execution execution, int first, int second) {
        EventSet events = execution.events();
        return (events.isWrite(first) || events.isWrite(second))
                && !events.morallyStrong().has(first, second)
                && execution.concurrency().areUnordered(first, second);
    }

    /** Adds a race and those of equal threads that can be exchanged with its threads. */
    public void add(EventSet events, int first, int second) {
        if (events.threadOf(first) == events.threadOf(second)) {
            // Accesses of one thread by different proxies or aliases.
            for (int each : equals(events, first)) {
                found.add(new DataRace(shown(events, first, each), shown(events, second, each)));
            }
            return;
        }
        for (int one : equals(events, first)) {
            for (int other : equals(events, second)) {
                if (one < other) {
                    found.add(new DataRace(shown(events, first, one), shown(events, second, other)));
                } else if (one > other) {
                    found.add(new DataRace(shown(events, second, other), shown(events, first, one)));
                }
            }
        }
    }

    /** The threads that can be exchanged with the thread of an event, itself included. */
    private static List<Integer> equals(EventSet events, int event) {
        int thread = events.threadOf(event);
        int equalClass = events.classOf(thread);
        return IntStream.range(0, events.threads().size())
                .filter(each -> each == thread || (equalClass >= 0 && events.classOf(each) == equalClass))
                .boxed()
                .toList();
    }

    /** An event as its counterpart in an equal thread. */
    private static String shown(EventSet events, int event, int thread) {
        ThreadInstance own = events.threads().get(events.threadOf(event));
        ThreadInstance other = events.threads().get(thread);
        int statement = own.program().statements().indexOf(events.action(event).statement());
        return other.name() + ": " + other.program().statements().get(statement).text();
    }

    /** The races so far, each once. */
    public List<DataRace> found() {
        return new ArrayList<>(found);
    }

    /**
     * Two accesses of one location, at least one a write, that are neither ordered by causality nor morally strong.
     *
     * @param first thread and instruction of one access
     * @param second thread and instruction of the other access
     */
    public record DataRace(String first, String second) {}
}
