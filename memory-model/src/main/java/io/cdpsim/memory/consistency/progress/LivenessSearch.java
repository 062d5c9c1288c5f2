package io.cdpsim.memory.consistency.progress;

import io.cdpsim.memory.consistency.outcome.ObservedTerms;
import io.cdpsim.memory.consistency.progress.LivenessResult.UnendedThread;
import io.cdpsim.memory.consistency.progress.LivenessResult.UnendedThread.State;
import io.cdpsim.memory.consistency.progress.LivenessResult.Verdict;
import io.cdpsim.memory.consistency.relations.EventSet;
import io.cdpsim.memory.consistency.relations.Execution;
import io.cdpsim.memory.consistency.search.CandidateSearch;
import io.cdpsim.memory.consistency.search.CoherenceSearch;
import io.cdpsim.memory.consistency.search.ExecutionSearch;
import io.cdpsim.memory.consistency.trace.CheckSettings;
import io.cdpsim.memory.consistency.trace.MemoryLocations;
import io.cdpsim.memory.consistency.trace.ProgressModel;
import io.cdpsim.memory.consistency.trace.SearchStoppedException;
import io.cdpsim.memory.consistency.trace.TestContext;
import io.cdpsim.memory.consistency.trace.ThreadAction;
import io.cdpsim.memory.consistency.trace.ThreadInstance;
import io.cdpsim.memory.consistency.trace.ThreadTraces;
import io.cdpsim.memory.consistency.trace.Trace;
import io.cdpsim.memory.litmus.Condition;
import io.cdpsim.memory.litmus.LitmusTest;
import io.cdpsim.memory.litmus.LitmusTest.FinalCondition;
import io.cdpsim.memory.litmus.LitmusTest.FinalCondition.Quantifier;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Searches a test for an execution in which a thread waits for ever: it repeats a turn of a loop that only reads, or whose one atomic writes what
 * it reads, and each read returns the same value again and again; or it waits at a barrier. A write becomes visible in finite time to reads that are morally strong to it.
 */
public final class LivenessSearch {
    private final ProgressModel model;
    private final TestContext context;
    private final ThreadTraces traces;
    private List<UnendedThread> found = List.of();

    /**
     * Prepares a search.
     *
     * @param settings the executions to consider
     * @param model the threads that are scheduled again and again
     */
    public LivenessSearch(LitmusTest test, CheckSettings settings, ProgressModel model) {
        this.model = model;
        this.context = new TestContext(
                test.asking(new FinalCondition(Quantifier.NONE, Condition.always(), "")), settings.under(model));
        this.traces = new ThreadTraces(context);
    }

    /**
     * Runs the search.
     *
     * @throws io.cdpsim.memory.litmus.LitmusException if the test cannot be run
     */
    public LivenessResult run() {
        ExecutionSearch executions = new ExecutionSearch(context, traces, new ObservedTerms(context));
        boolean isStopped = false;
        try {
            new CandidateSearch(context, traces, events -> {
                        if (ScheduledThreads.admit(model, events)) {
                            executions.among(events, this::examine);
                        }
                    })
                    .run();
        } catch (SearchStoppedException e) {
            isStopped = true;
        }
        Verdict verdict =
                !found.isEmpty() ? Verdict.MAY_WAIT : isStopped || traces.wasCut() ? Verdict.UNKNOWN : Verdict.ENDS;
        return new LivenessResult(model, verdict, found, traces.wasCut());
    }

    private void examine(Execution execution) {
        Map<Integer, List<Integer>> repeated = new TreeMap<>();
        EventSet events = execution.events();
        for (int i = 0; i < events.actionCount(); i++) {
            if (isRepeated(events, i) && events.location(i) >= 0) {
                repeated.computeIfAbsent(events.location(i), each -> new ArrayList<>())
                        .add(i);
            }
        }
        boolean stays = repeated.entrySet().stream()
                .allMatch(each -> new CoherenceSearch(events, execution.values(), execution.causality(), each.getKey())
                        .mayStay(each.getValue()));
        if (stays) {
            found = threads(execution);
            throw new SearchStoppedException();
        }
    }

    private static boolean isRepeated(EventSet events, int event) {
        Trace trace = events.traces().get(events.threadOf(event));
        return trace.ending() == Trace.Ending.SPINNING && events.indexInThread(event) >= trace.turn();
    }

    private static List<UnendedThread> threads(Execution execution) {
        EventSet events = execution.events();
        List<UnendedThread> unended = new ArrayList<>();
        for (int i = 0; i < events.threads().size(); i++) {
            ThreadInstance thread = events.threads().get(i);
            Trace trace = events.traces().get(i);
            switch (trace.ending()) {
                case SPINNING -> unended.add(spinning(execution, thread));
                case WAITING -> {
                    ThreadAction last = trace.actions().get(trace.actions().size() - 1);
                    unended.add(new UnendedThread(
                            thread.name(),
                            State.WAITS,
                            last.statement().line(),
                            last.statement().text()));
                }
                case NOT_STARTED -> unended.add(new UnendedThread(thread.name(), State.NOT_STARTED, 0, ""));
                case UNSCHEDULED -> unended.add(new UnendedThread(thread.name(), State.UNSCHEDULED, 0, ""));
                case ENDED -> {}
            }
        }
        unended.sort(Comparator.comparing(UnendedThread::state));
        return unended;
    }

    private static UnendedThread spinning(Execution execution, ThreadInstance thread) {
        List<String> reads = new ArrayList<>();
        int line = 0;
        EventSet events = execution.events();
        MemoryLocations locations = events.context().locations();
        for (int i = 0; i < events.actionCount(); i++) {
            if (events.threads().get(events.threadOf(i)).id() == thread.id()
                    && isRepeated(events, i)
                    && events.action(i) instanceof ThreadAction.Read read) {
                line = line == 0 ? read.statement().line() : line;
                reads.add(read.statement().text() + ", which returns "
                        + locations.shown(execution.values().ofRead(i)));
            }
        }
        String what = reads.isEmpty() ? "a loop that does nothing" : String.join("; ", reads);
        return new UnendedThread(thread.name(), State.REPEATS, line, what);
    }
}
