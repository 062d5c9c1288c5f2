package io.cdpsim.memory.consistency.outcome;

import io.cdpsim.memory.consistency.relations.Causality;
import io.cdpsim.memory.consistency.relations.EventSet;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Collects the data races of consistent executions. */
public final class RaceFinder {
    private final Set<DataRace> found = new LinkedHashSet<>();

    /** Adds the races of an execution. */
    public void look(EventSet events, Causality causality) {
        for (int location = 0; location < events.context().locations().count(); location++) {
            if (events.writesAt(location).length == 0) {
                continue;
            }
            int[] accesses = events.accessesAt(location);
            for (int i = 0; i < accesses.length; i++) {
                for (int j = i + 1; j < accesses.length; j++) {
                    if (races(events, causality, accesses[i], accesses[j])) {
                        found.add(new DataRace(shown(events, accesses[i]), shown(events, accesses[j])));
                    }
                }
            }
        }
    }

    private static boolean races(EventSet events, Causality causality, int first, int second) {
        return (events.isWrite(first) || events.isWrite(second))
                && !events.morallyStrong().has(first, second)
                && !causality.cause().has(first, second)
                && !causality.cause().has(second, first);
    }

    private static String shown(EventSet events, int event) {
        return events.threads().get(events.threadOf(event)).name() + ": "
                + events.action(event).statement().text();
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
