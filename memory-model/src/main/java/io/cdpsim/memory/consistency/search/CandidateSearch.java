package io.cdpsim.memory.consistency.search;

import io.cdpsim.memory.consistency.relations.EventSet;
import io.cdpsim.memory.consistency.trace.TestContext;
import io.cdpsim.memory.consistency.trace.ThreadAction;
import io.cdpsim.memory.consistency.trace.ThreadInstance;
import io.cdpsim.memory.consistency.trace.ThreadTraces;
import io.cdpsim.memory.consistency.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Enumerates the choices of a trace for each thread. The launches of the chosen traces determine the threads. */
public final class CandidateSearch {
    private final TestContext context;
    private final ThreadTraces traces;
    private final Consumer<EventSet> consumer;
    private final List<Pending> pending = new ArrayList<>();
    private final List<ThreadInstance> threads = new ArrayList<>();
    private final List<Trace> chosen = new ArrayList<>();

    /** A thread and its traces. */
    private record Pending(ThreadInstance thread, List<Trace> traces) {}

    /** Prepares a search that passes the events of each candidate to the consumer. */
    public CandidateSearch(TestContext context, ThreadTraces traces, Consumer<EventSet> consumer) {
        this.context = context;
        this.traces = traces;
        this.consumer = consumer;
    }

    /** Finds all candidates. */
    public void run() {
        for (ThreadInstance each : context.grids().initial()) {
            pending.add(new Pending(each, traces.initial(each)));
        }
        choose(0);
    }

    /** Whether some thread waits at a barrier if any thread waits or does not start. */
    private boolean mayBe() {
        return chosen.stream().allMatch(each -> each.ending() == Trace.Ending.ENDED)
                || chosen.stream().anyMatch(Trace::waitsAtBarrier);
    }

    private void choose(int index) {
        if (index == pending.size()) {
            if (mayBe()) {
                consumer.accept(new EventSet(context, threads, chosen));
            }
            return;
        }
        Pending next = pending.get(index);
        threads.add(next.thread());
        for (Trace trace : next.traces()) {
            int before = pending.size();
            for (ThreadAction action : trace.actions()) {
                if (action instanceof ThreadAction.Launch launch) {
                    for (ThreadInstance child : launch.grid().threads()) {
                        pending.add(new Pending(child, traces.launched(child, launch)));
                    }
                }
            }
            chosen.add(trace);
            choose(index + 1);
            chosen.remove(chosen.size() - 1);
            pending.subList(before, pending.size()).clear();
        }
        threads.remove(threads.size() - 1);
    }
}
