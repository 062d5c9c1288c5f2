package io.cdpsim.memory.consistency.search;

import io.cdpsim.memory.consistency.relations.EventSet;
import io.cdpsim.memory.consistency.trace.EqualThreads;
import io.cdpsim.memory.consistency.trace.TestContext;
import io.cdpsim.memory.consistency.trace.ThreadAction;
import io.cdpsim.memory.consistency.trace.ThreadInstance;
import io.cdpsim.memory.consistency.trace.ThreadTraces;
import io.cdpsim.memory.consistency.trace.Trace;
import java.math.BigInteger;
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
    private final List<Integer> indices = new ArrayList<>();

    /** A thread and its traces. */
    private record Pending(ThreadInstance thread, List<Trace> traces, int equalClass) {}

    /** Prepares a search that passes the events of each candidate to the consumer. */
    public CandidateSearch(TestContext context, ThreadTraces traces, Consumer<EventSet> consumer) {
        this.context = context;
        this.traces = traces;
        this.consumer = consumer;
    }

    /** Finds all candidates. */
    public void run() {
        for (ThreadInstance each : context.grids().initial()) {
            add(each, traces.initial(each));
        }
        choose(0);
    }

    private void add(ThreadInstance thread, List<Trace> known) {
        boolean defined = known.stream().allMatch(each -> each.undefined().isEmpty());
        pending.add(new Pending(thread, known, defined ? context.equalThreads().classOf(thread) : EqualThreads.ALONE));
    }

    /** The number of candidates that differ from the chosen one by an exchange of equal threads. */
    private long multiplicity() {
        BigInteger multiplicity = BigInteger.ONE;
        for (int i = 0; i < pending.size(); i++) {
            int same = 1;
            int equal = 1;
            for (int j = 0; j < i && pending.get(i).equalClass() != EqualThreads.ALONE; j++) {
                if (pending.get(j).equalClass() == pending.get(i).equalClass()) {
                    equal++;
                    same += indices.get(j).equals(indices.get(i)) ? 1 : 0;
                }
            }
            multiplicity = multiplicity.multiply(BigInteger.valueOf(equal)).divide(BigInteger.valueOf(same));
        }
        return multiplicity.bitLength() < Long.SIZE ? multiplicity.longValue() : Long.MAX_VALUE;
    }

    /** For each thread a number that threads have in common that can be exchanged and have equal traces. */
    private int[] groups() {
        int[] groups = new int[pending.size()];
        for (int i = 0; i < groups.length; i++) {
            groups[i] = i;
            for (int j = 0; j < i && pending.get(i).equalClass() != EqualThreads.ALONE; j++) {
                if (pending.get(j).equalClass() == pending.get(i).equalClass()
                        && indices.get(j).equals(indices.get(i))) {
                    groups[i] = groups[j];
                    break;
                }
            }
        }
        return groups;
    }

    /** The first trace to choose for a thread: equal threads have traces in order. */
    private int firstTrace(int index) {
        for (int i = index - 1; i >= 0 && pending.get(index).equalClass() != EqualThreads.ALONE; i--) {
            if (pending.get(i).equalClass() == pending.get(index).equalClass()) {
                return indices.get(i);
            }
        }
        return 0;
    }

    /** Whether some thread waits at a barrier or spins if any thread waits or does not start. */
    private boolean mayBe() {
        return chosen.stream().allMatch(each -> each.ending() == Trace.Ending.ENDED)
                || chosen.stream().anyMatch(each -> each.waitsAtBarrier() || each.ending() == Trace.Ending.SPINNING);
    }

    private void choose(int index) {
        context.step();
        if (index == pending.size()) {
            if (mayBe()) {
                consumer.accept(new EventSet(context, threads, chosen, groups(), multiplicity()));
            }
            return;
        }
        Pending next = pending.get(index);
        threads.add(next.thread());
        for (int i = firstTrace(index); i < next.traces().size(); i++) {
            Trace trace = next.traces().get(i);
            indices.add(i);
            int before = pending.size();
            for (ThreadAction action : trace.actions()) {
                if (action instanceof ThreadAction.Launch launch) {
                    for (ThreadInstance child : launch.grid().launchedThreads()) {
                        add(child, traces.launched(child, launch));
                    }
                }
            }
            chosen.add(trace);
            choose(index + 1);
            chosen.remove(chosen.size() - 1);
            indices.remove(indices.size() - 1);
            pending.subList(before, pending.size()).clear();
        }
        threads.remove(threads.size() - 1);
    }
}
