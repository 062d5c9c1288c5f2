package io.cdpsim.memory.consistency.explain;

import io.cdpsim.memory.consistency.explain.Violation.Step;
import io.cdpsim.memory.consistency.outcome.ObservedTerms;
import io.cdpsim.memory.consistency.outcome.StateCounter;
import io.cdpsim.memory.consistency.relations.Causality;
import io.cdpsim.memory.consistency.relations.EventSet;
import io.cdpsim.memory.consistency.relations.Execution;
import io.cdpsim.memory.consistency.relations.ReadsFrom;
import io.cdpsim.memory.consistency.relations.SynchronizationOrder;
import io.cdpsim.memory.consistency.search.CandidateSearch;
import io.cdpsim.memory.consistency.search.ExecutionSearch;
import io.cdpsim.memory.consistency.search.FenceOrderSearch;
import io.cdpsim.memory.consistency.search.OrderingSearch;
import io.cdpsim.memory.consistency.search.ReadsFromSearch;
import io.cdpsim.memory.consistency.trace.CheckSettings;
import io.cdpsim.memory.consistency.trace.TestContext;
import io.cdpsim.memory.consistency.trace.ThreadTraces;
import io.cdpsim.memory.litmus.Condition;
import io.cdpsim.memory.litmus.LitmusTest;
import io.cdpsim.memory.litmus.LitmusTest.FinalCondition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Explains a state by an execution that reaches it, or by the violation in an execution that would. */
public final class Explainer {
    /** Most inconsistent executions to try for a simple violation. */
    private static final int MOST_ATTEMPTS = 20_000;

    private static final int LONGEST = 1000;

    private final TestContext context;
    private final ThreadTraces traces;
    private final ObservedTerms terms;
    private final Condition wanted;
    private final String state;
    private Optional<Explanation> found = Optional.empty();
    private int shortest = Integer.MAX_VALUE;
    private int attempts;

    /**
     * Prepares an explanation.
     *
     * @param wanted the condition on the final state
     * @param state its source text
     * @param settings the executions to consider
     */
    public Explainer(LitmusTest test, Condition wanted, String state, CheckSettings settings) {
        LitmusTest asked = test.asking(new FinalCondition(FinalCondition.Quantifier.EXISTS, wanted, state));
        this.context = new TestContext(asked, settings);
        this.traces = new ThreadTraces(context);
        this.terms = new ObservedTerms(context);
        this.wanted = wanted;
        this.state = state;
    }

    /**
     * Explains.
     *
     * @throws io.cdpsim.memory.litmus.LitmusException if the state names an unknown thread
     */
    public Explanation explain() {
        new ExecutionSearch(context, traces, terms).run(this::reached);
        terms.checkNames(context.grids());
        if (found.isEmpty()) {
            new CandidateSearch(context, traces, this::attempt).run();
        }
        return found.orElseGet(() -> new Explanation(
                false,
                "No execution can end in " + state
                        + ": no choice of paths and of writes to be read gives these values. A read returns what some"
                        + " write wrote, and no value comes out of thin air (axiom 4).\n",
                Optional.empty()));
    }

    private void reached(Execution execution) {
        if (found.isPresent()) {
            return;
        }
        StateCounter states = new StateCounter(terms);
        states.count(execution);
        boolean here = states.counts().keySet().stream().anyMatch(each -> terms.holds(wanted, each.values()));
        if (here) {
            ViolationFinder finder = new ViolationFinder(execution);
            ExecutionPicture picture = PictureBuilder.of(execution, finder.paths(), List.of());
            String text = "An execution that ends in " + state + ":\n" + PictureText.text(picture, execution);
            found = Optional.of(new Explanation(true, text, Optional.of(picture)));
        }
    }

    /** Tries every order of barriers, streams and events, and says how many orders of streams and events are refuted with the one shown. */
    private void attempt(EventSet events) {
        int before = shortest;
        Set<List<List<Integer>>> entries = new HashSet<>();
        new OrderingSearch(events, ordering -> {
                    int tried = attempts;
                    attempt(events, ordering);
                    if (attempts > tried) {
                        entries.add(ordering.queues().stream()
                                .map(each -> Arrays.stream(each).boxed().toList())
                                .toList());
                    }
                })
                .run();
        if (shortest < before && entries.size() > 1 && attempts < MOST_ATTEMPTS) {
            String others = entries.size() == 2
                    ? "The other order in which its launches and events can enter their streams is forbidden too.\n"
                    : "The other " + (entries.size() - 1)
                            + " orders in which its launches and events can enter their streams are forbidden too.\n";
            found = found.map(each -> new Explanation(each.reachable(), each.text() + others, each.picture()));
        }
    }

    /** Tries every reads-from, consistent or not. */
    private void attempt(EventSet events, SynchronizationOrder ordering) {
        ReadsFromSearch.ofAnyConsistency(events, ordering, (values, causality, multiplicity) -> {
                    List<Long> last = new ArrayList<>();
                    if (attempts < MOST_ATTEMPTS && mayHold(0, last, events, values)) {
                        attempts++;
                        withFences(events, ordering, values, causality, last);
                    }
                })
                .run();
    }

    /** Whether the registers satisfy the condition together with some final writes of the variables. Appends those values. */
    private boolean mayHold(int index, List<Long> state, EventSet events, ReadsFrom values) {
        if (index == terms.count()) {
            return terms.holds(wanted, state);
        }
        int location = terms.location(index, events);
        List<Long> choices = new ArrayList<>();
        if (location < 0) {
            choices.add(terms.register(index, events, values));
        } else if (events.writesAt(location).length == 0) {
            choices.add(context.locations().initialValue(location));
        } else {
            for (int write : events.writesAt(location)) {
                choices.add(values.of(values.written(write)));
            }
        }
        for (long choice : choices) {
            state.add(choice);
            if (mayHold(index + 1, state, events, values)) {
                return true;
            }
            state.remove(state.size() - 1);
        }
        return false;
    }

    private void withFences(
            EventSet events, SynchronizationOrder ordering, ReadsFrom values, Causality causality, List<Long> last) {
        Causality ordered = new Causality(events);
        ordered.copyFrom(causality);
        List<int[]> fences = new ArrayList<>();
        for (int[] pair : FenceOrderSearch.pairs(events)) {
            boolean forward = !ordered.cause().has(pair[1], pair[0]);
            int[] order = forward ? pair : new int[] {pair[1], pair[0]};
            fences.add(order);
            ordered.order(order[0], order[1]);
        }
        Execution execution = new Execution(events, ordering, values, fences, ordered, List.of(), 1);
        ViolationFinder finder = new ViolationFinder(execution);
        List<Violation> violations = finder.find();
        Violation violation = violations.stream()
                .min(Comparator.comparingInt(each -> each.cycle().size()))
                .orElseGet(() -> lastWrite(execution, finder.paths(), last));
        // A single violation with few steps is the best explanation.
        int length = LONGEST * violations.size() + violation.cycle().size();
        if (length < shortest) {
            shortest = length;
            ExecutionPicture picture = PictureBuilder.of(execution, finder.paths(), violation.cycle());
            String text = "No execution ends in " + state + ". One that would:\n" + PictureText.text(picture, execution)
                    + "is forbidden by " + violation.axiom()
                    + (violation.cycle().isEmpty()
                            ? ", which leave no order of writes that ends so\n"
                            : ", which allows no cycle of\n" + PictureText.cycle(violation.cycle(), execution))
                    + (fences.isEmpty() ? "" : "The other orders of the fences are forbidden in the same way.\n");
            found = Optional.of(new Explanation(false, text, Optional.of(picture)));
        }
    }

    /** The violation by a variable's final value: causality orders its write before another one. */
    private Violation lastWrite(Execution execution, CausePaths paths, List<Long> last) {
        for (int i = 0; i < terms.count(); i++) {
            int location = terms.location(i, execution.events());
            int[] writes = location < 0 ? new int[0] : writesOf(last.get(i), execution, location);
            if (writes.length > 0 && Arrays.stream(writes).allMatch(each -> laterThan(each, execution) >= 0)) {
                int later = laterThan(writes[0], execution);
                List<Step> steps = new ArrayList<>(paths.path(writes[0], later));
                steps.add(new Step(later, writes[0], "co, for the value to be the last"));
                return new Violation("Coherence (1)", steps);
            }
        }
        return new Violation("SC per location (5) and Atomicity (3) together", List.of());
    }

    private static int[] writesOf(long value, Execution execution, int location) {
        ReadsFrom values = execution.values();
        return Arrays.stream(execution.events().writesAt(location))
                .filter(each -> values.of(values.written(each)) == value)
                .toArray();
    }

    /** A later write of the same location by causality, or -1. */
    private static int laterThan(int write, Execution execution) {
        EventSet events = execution.events();
        return Arrays.stream(events.writesAt(events.location(write)))
                .filter(each -> execution.causality().cause().has(write, each))
                .findFirst()
                .orElse(-1);
    }

    /**
     * The reason why a state is reachable or not.
     *
     * @param reachable whether a consistent execution reaches it
     * @param text the explanation for people
     * @param picture the execution to draw; may be empty
     */
    public record Explanation(boolean reachable, String text, Optional<ExecutionPicture> picture) {}
}
