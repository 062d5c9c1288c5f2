package io.cdpsim.memory.consistency;

import io.cdpsim.memory.consistency.LitmusResult.DeclarationResult;
import io.cdpsim.memory.consistency.LitmusResult.Extent;
import io.cdpsim.memory.consistency.LitmusResult.FinalState;
import io.cdpsim.memory.consistency.LitmusResult.Verdict;
import io.cdpsim.memory.consistency.explain.Explainer;
import io.cdpsim.memory.consistency.explain.Explainer.Explanation;
import io.cdpsim.memory.consistency.model.MemoryModel;
import io.cdpsim.memory.consistency.model.ModelSearch;
import io.cdpsim.memory.consistency.outcome.ObservedTerms;
import io.cdpsim.memory.consistency.outcome.RaceFinder;
import io.cdpsim.memory.consistency.outcome.StateCounter;
import io.cdpsim.memory.consistency.relations.ExecutionCount;
import io.cdpsim.memory.consistency.search.ExecutionSearch;
import io.cdpsim.memory.consistency.trace.CheckSettings;
import io.cdpsim.memory.consistency.trace.SearchStoppedException;
import io.cdpsim.memory.consistency.trace.TestContext;
import io.cdpsim.memory.consistency.trace.ThreadTraces;
import io.cdpsim.memory.consistency.trace.Trace.UndefinedBehavior;
import io.cdpsim.memory.litmus.Condition;
import io.cdpsim.memory.litmus.LitmusTest;
import io.cdpsim.memory.litmus.LitmusTest.FinalCondition;
import io.cdpsim.memory.litmus.LitmusTest.FinalCondition.Quantifier;
import io.cdpsim.memory.litmus.LitmusTest.OutcomeDeclaration;
import io.cdpsim.memory.litmus.text.LitmusParser;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Checks a litmus test: enumerates every execution that the memory model allows. Not safe for use by several threads. */
public final class LitmusChecker {
    /** Default number of backward jumps of a thread at one place. */
    public static final int DEFAULT_LOOP_BOUND = 2;

    private final CheckSettings settings;
    private final Optional<MemoryModel> model;

    /**
     * Makes a checker.
     *
     * @param loopBound backward jumps of a thread at one place, from 0; longer executions are left out
     */
    public LitmusChecker(int loopBound) {
        this(CheckSettings.withLoopBound(loopBound));
    }

    /** Makes a checker with settings. */
    public LitmusChecker(CheckSettings settings) {
        this(settings, Optional.empty());
    }

    /**
     * Makes a checker with settings.
     *
     * @param model the memory model; empty for the built-in one
     */
    public LitmusChecker(CheckSettings settings, Optional<MemoryModel> model) {
        this.settings = model.isPresent() ? settings.enumerated() : settings;
        this.model = model;
    }

    /**
     * Checks a test.
     *
     * @throws io.cdpsim.memory.litmus.LitmusException if the test cannot be run, for example because it names an unknown thread
     */
    public LitmusResult check(LitmusTest test) {
        TestContext context = new TestContext(test, settings);
        ThreadTraces traces = new ThreadTraces(context);
        ObservedTerms terms = new ObservedTerms(context);
        StateCounter states = new StateCounter(terms);
        RaceFinder races = new RaceFinder();
        Extent extent = Extent.ALL;
        try {
            if (model.isPresent()) {
                new ModelSearch(model.get(), context, traces, terms, states, races).run();
            } else {
                new ExecutionSearch(context, traces, terms).run(execution -> {
                    states.count(execution);
                    races.look(execution);
                });
            }
            terms.checkNames(context.grids());
        } catch (SearchStoppedException e) {
            extent = Extent.UNTIL_TIME_LIMIT;
        }
        return result(test, terms, states, races, traces.wasCut(), extent);
    }

    /**
     * Decides the claims of a test, each by a search for an execution that settles it. Executions whose registers contradict such an execution
     * are skipped, so that this is faster than a {@linkplain #check check} of all states.
     *
     * @throws io.cdpsim.memory.litmus.LitmusException if the test cannot be run, for example because it names an unknown thread
     */
    public LitmusResult decide(LitmusTest test) {
        DecisiveSearch search = new DecisiveSearch(test, settings);
        Quantifier quantifier = test.question().quantifier();
        Condition condition = test.question().condition();
        DecisiveSearch.Found found = quantifier == Quantifier.NONE
                ? search.nothing()
                : search.find(quantifier == Quantifier.FORALL ? new Condition.Not(condition) : condition, true);
        boolean refutes = quantifier == Quantifier.FORALL;
        long positive = refutes ? 0 : found.defined();
        long negative = refutes ? found.defined() : 0;
        Verdict verdict = answer(quantifier, positive, negative, found.isComplete());
        List<FinalState> states = new ArrayList<>(found.states(!refutes));
        List<DeclarationResult> declarations = new ArrayList<>();
        List<UndefinedBehavior> undefined = new ArrayList<>(found.undefined());
        boolean cut = found.loopsCut();
        for (OutcomeDeclaration each : test.declarations()) {
            boolean seeksDefined = each.kind() != OutcomeDeclaration.Kind.UNDEFINED;
            DecisiveSearch.Found other = search.find(each.condition(), seeksDefined);
            DeclarationResult result = declaration(each, other.defined(), other.undefinedCount(), other.isComplete());
            declarations.add(result);
            verdict = verdict.and(result.verdict());
            cut |= other.loopsCut();
            undefined.addAll(other.undefined());
        }
        return new LitmusResult(
                test,
                verdict,
                states,
                positive,
                negative,
                List.of(),
                declarations,
                undefined.stream().distinct().toList(),
                cut,
                search.hasTimedOut() ? Extent.UNTIL_TIME_LIMIT : Extent.UNTIL_DECIDED);
    }

    /**
     * Shows an execution that reaches a state, or why there is none.
     *
     * @param state values of some registers and variables, as {@code P1:r0=1 x=2}
     * @throws io.cdpsim.memory.litmus.LitmusException if the state is malformed or names an unknown thread, register or variable
     */
    public Explanation explain(LitmusTest test, String state) {
        Condition wanted = LitmusParser.parseState(test, state);
        if (model.isPresent()) {
            return explainByModel(
                    model.get(), test.asking(new FinalCondition(Quantifier.EXISTS, wanted, state)), state);
        }
        return new Explainer(test, wanted, state, settings).explain();
    }

    /** Names the axioms of a model that forbid a state alone. */
    private Explanation explainByModel(MemoryModel of, LitmusTest asked, String state) {
        LitmusResult result = new LitmusChecker(settings, Optional.of(of)).check(asked);
        if (result.positive() > 0) {
            return new Explanation(true, "An execution ends in " + state + ".\n", Optional.empty());
        }
        if (result.extent() != Extent.ALL) {
            return new Explanation(
                    false,
                    "No execution that ends in " + state + " was found until the time limit.\n",
                    Optional.empty());
        }
        List<String> deciding = of.axioms().stream()
                .filter(each -> new LitmusChecker(settings, Optional.of(of.without(each)))
                                .check(asked)
                                .positive()
                        > 0)
                .toList();
        return new Explanation(
                false,
                "No execution ends in " + state + ". "
                        + (deciding.isEmpty()
                                ? "No axiom forbids it alone: several do, or the model's orders and the values that"
                                        + " reads can return do.\n"
                                : "Without one of these axioms there would be one: " + String.join(", ", deciding)
                                        + ".\n"),
                Optional.empty());
    }

    private static LitmusResult result(
            LitmusTest test, ObservedTerms terms, StateCounter states, RaceFinder races, boolean cut, Extent extent) {
        boolean isComplete = !cut && extent == Extent.ALL;
        List<FinalState> shown = new ArrayList<>();
        long positive = 0;
        long negative = 0;
        for (Map.Entry<StateCounter.Key, Long> each : states.counts().entrySet()) {
            StateCounter.Key key = each.getKey();
            if (!terms.holds(test.filter(), key.values())) {
                continue;
            }
            boolean satisfies = terms.holds(test.question().condition(), key.values());
            shown.add(new FinalState(
                    terms.shown(key.values()), each.getValue(), satisfies, key.waiting(), key.undefined()));
            if (key.undefined().isEmpty()) {
                positive = ExecutionCount.plus(positive, satisfies ? each.getValue() : 0);
                negative = ExecutionCount.plus(negative, satisfies ? 0 : each.getValue());
            }
        }
        List<DeclarationResult> declarations = test.declarations().stream()
                .map(each -> declaration(each, test, terms, states, isComplete))
                .toList();
        Verdict verdict = answer(test.question().quantifier(), positive, negative, isComplete);
        for (DeclarationResult each : declarations) {
            verdict = verdict.and(each.verdict());
        }
        return new LitmusResult(
                test, verdict, shown, positive, negative, races.found(), declarations, states.undefined(), cut, extent);
    }

    private static Verdict answer(Quantifier quantifier, long positive, long negative, boolean isComplete) {
        return switch (quantifier) {
            case EXISTS -> Verdict.of(positive > 0, Verdict.OK, isComplete);
            case NOT_EXISTS -> Verdict.of(positive > 0, Verdict.NO, isComplete);
            case FORALL -> Verdict.of(negative > 0, Verdict.NO, isComplete);
            case NONE -> Verdict.OK;
        };
    }

    private static DeclarationResult declaration(
            OutcomeDeclaration declaration,
            LitmusTest test,
            ObservedTerms terms,
            StateCounter states,
            boolean isComplete) {
        long defined = 0;
        long undefined = 0;
        for (Map.Entry<StateCounter.Key, Long> each : states.counts().entrySet()) {
            StateCounter.Key key = each.getKey();
            if (terms.holds(test.filter(), key.values()) && terms.holds(declaration.condition(), key.values())) {
                defined = ExecutionCount.plus(defined, key.undefined().isEmpty() ? each.getValue() : 0);
                undefined = ExecutionCount.plus(undefined, key.undefined().isEmpty() ? 0 : each.getValue());
            }
        }
        return declaration(declaration, defined, undefined, isComplete);
    }

    private static DeclarationResult declaration(
            OutcomeDeclaration declaration, long defined, long undefined, boolean isComplete) {
        Verdict verdict = switch (declaration.kind()) {
            case ALLOWED -> Verdict.of(defined > 0, Verdict.OK, isComplete);
            case FORBIDDEN -> Verdict.of(defined > 0, Verdict.NO, isComplete);
            case UNDEFINED ->
                defined > 0
                        ? Verdict.NO
                        : undefined == 0
                                ? Verdict.of(false, Verdict.OK, isComplete)
                                : isComplete ? Verdict.OK : Verdict.UNKNOWN;
        };
        return new DeclarationResult(
                declaration, verdict, declaration.kind() == OutcomeDeclaration.Kind.UNDEFINED ? undefined : defined);
    }
}
