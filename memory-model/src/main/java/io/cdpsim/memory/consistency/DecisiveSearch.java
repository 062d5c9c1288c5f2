package io.cdpsim.memory.consistency;

import io.cdpsim.memory.consistency.LitmusResult.FinalState;
import io.cdpsim.memory.consistency.outcome.ObservedTerms;
import io.cdpsim.memory.consistency.outcome.StateCounter;
import io.cdpsim.memory.consistency.search.ExecutionSearch;
import io.cdpsim.memory.consistency.trace.CheckSettings;
import io.cdpsim.memory.consistency.trace.SearchStoppedException;
import io.cdpsim.memory.consistency.trace.TestContext;
import io.cdpsim.memory.consistency.trace.ThreadTraces;
import io.cdpsim.memory.consistency.trace.Trace.UndefinedBehavior;
import io.cdpsim.memory.litmus.Condition;
import io.cdpsim.memory.litmus.LitmusTest;
import java.util.List;
import java.util.Map;

/** Searches a test for the first execution whose final state satisfies a condition. */
final class DecisiveSearch {
    private final LitmusTest test;
    private final CheckSettings settings;
    private boolean timedOut;

    /**
     * What a search found.
     *
     * @param isComplete whether a further execution cannot exist if none was found
     */
    record Found(
            Map<StateCounter.Key, Long> counts,
            List<String> texts,
            List<UndefinedBehavior> undefined,
            boolean loopsCut,
            boolean isComplete) {
        long defined() {
            return count(true);
        }

        long undefinedCount() {
            return count(false);
        }

        private long count(boolean defined) {
            return counts.entrySet().stream()
                    .filter(each -> each.getKey().undefined().isEmpty() == defined)
                    .mapToLong(Map.Entry::getValue)
                    .max()
                    .orElse(0);
        }

        List<FinalState> states(boolean satisfies) {
            List<StateCounter.Key> keys = List.copyOf(counts.keySet());
            return java.util.stream.IntStream.range(0, keys.size())
                    .mapToObj(i -> new FinalState(
                            texts.get(i),
                            counts.getOrDefault(keys.get(i), 0L),
                            satisfies,
                            keys.get(i).waiting(),
                            keys.get(i).undefined()))
                    .toList();
        }
    }

    DecisiveSearch(LitmusTest test, CheckSettings settings) {
        this.test = test;
        this.settings = settings;
    }

    boolean hasTimedOut() {
        return timedOut;
    }

    Found nothing() {
        return new Found(Map.of(), List.of(), List.of(), false, true);
    }

    /**
     * Searches for an execution.
     *
     * @param condition the condition on its final state
     * @param definedOnly whether a defined execution is sought; else the search also ends at an undefined one only if no defined one exists
     */
    Found find(Condition condition, boolean definedOnly) {
        TestContext context = new TestContext(test, settings);
        ThreadTraces traces = new ThreadTraces(context);
        ObservedTerms terms = new ObservedTerms(context);
        Condition goal = new Condition.All(List.of(condition, test.filter()));
        Map<StateCounter.Key, Long> counts = new java.util.TreeMap<>();
        List<UndefinedBehavior> undefined = new java.util.ArrayList<>();
        boolean isComplete = true;
        boolean[] decided = new boolean[1];
        try {
            new ExecutionSearch(context, traces, terms, goal).run(execution -> {
                StateCounter states = new StateCounter(terms);
                states.count(execution);
                states.counts().forEach((key, count) -> {
                    boolean isKept = key.undefined().isEmpty() || !definedOnly;
                    if (isKept && !decided[0] && terms.holds(goal, key.values())) {
                        counts.put(key, count);
                        undefined.addAll(states.undefined());
                        decided[0] = key.undefined().isEmpty();
                    }
                });
                if (decided[0]) {
                    throw new SearchStoppedException();
                }
            });
            terms.checkNames(context.grids());
        } catch (SearchStoppedException e) {
            isComplete = decided[0];
            timedOut |= !decided[0];
        }
        return new Found(
                counts,
                counts.keySet().stream().map(each -> terms.shown(each.values())).toList(),
                undefined,
                traces.wasCut(),
                isComplete && (decided[0] || !traces.wasCut()));
    }
}
