package io.cdpsim.semantics.litmus;

import io.cdpsim.memory.consistency.LitmusResult;
import io.cdpsim.memory.consistency.LitmusResult.FinalState;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The simulated outcomes of a test, compared with those that the model allows.
 *
 * @param outcomes the simulated outcomes
 * @param allowed how many final states the model allows
 * @param forbidden the states that the simulator showed and the model forbids: each is a bug
 * @param missed the states that the model allows and the simulator did not show
 * @param defined whether the model defines the test's behavior; otherwise every outcome is allowed
 */
public record SimulationComparison(
        SimulatedOutcomes outcomes, int allowed, List<String> forbidden, List<String> missed, boolean defined) {
    /** Keeps copies. */
    public SimulationComparison {
        forbidden = List.copyOf(forbidden);
        missed = List.copyOf(missed);
    }

    /**
     * Runs the test that a result is of, unless some execution of it is undefined.
     *
     * @param runs how often, from 1
     * @param seed decides all that is drawn
     */
    public static SimulationComparison run(LitmusResult result, int runs, long seed) {
        if (!result.undefined().isEmpty()) {
            SimulatedOutcomes none = new SimulatedOutcomes(0, new TreeMap<>(), 0);
            return new SimulationComparison(none, 0, List.of(), List.of(), false);
        }
        return of(result, new LitmusSimulation(result.test()).run(runs, seed));
    }

    /**
     * Compares. Where the checker left out executions that run a loop too often, a state that it did not find may be one of theirs, and
     * is not called forbidden.
     */
    static SimulationComparison of(LitmusResult result, SimulatedOutcomes outcomes) {
        // A run in which threads wait for ever does not end, and shows no state.
        List<FinalState> ending = result.states().stream()
                .filter(each -> each.waiting().isEmpty())
                .toList();
        Set<String> allowed = ending.stream().map(FinalState::state).collect(Collectors.toSet());
        List<String> forbidden = result.loopsCut()
                ? List.of()
                : outcomes.states().keySet().stream()
                        .filter(each -> !allowed.contains(each))
                        .toList();
        List<String> missed = ending.stream()
                .map(FinalState::state)
                .filter(each -> !outcomes.states().containsKey(each))
                .distinct()
                .toList();
        return new SimulationComparison(outcomes, allowed.size(), forbidden, missed, true);
    }

    /** How many of the allowed states the simulator showed. */
    public int reached() {
        return allowed - missed.size();
    }
}
