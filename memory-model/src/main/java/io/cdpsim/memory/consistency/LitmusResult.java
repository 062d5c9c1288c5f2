package io.cdpsim.memory.consistency;

import io.cdpsim.memory.consistency.outcome.ConditionFrequency;
import io.cdpsim.memory.consistency.outcome.DataRace;
import io.cdpsim.memory.consistency.outcome.FinalState;
import io.cdpsim.memory.consistency.trace.UndefinedBehavior;
import io.cdpsim.memory.litmus.FinalCondition;
import io.cdpsim.memory.litmus.LitmusTest;
import java.util.List;

/**
 * What the model says of a test.
 *
 * @param test the test
 * @param holds whether its question is answered as it claims, and all it declares is so
 * @param states every final state, in order of its values
 * @param positive executions whose final state satisfies the condition, leaving the undefined ones aside
 * @param negative the other defined executions
 * @param races the data races of consistent executions
 * @param declarations what became of what it declares
 * @param undefined what its executions do that the model does not define
 * @param loopsCut whether executions were left out that run a loop more often than the bound allows
 */
public record LitmusResult(
        LitmusTest test,
        boolean holds,
        List<FinalState> states,
        long positive,
        long negative,
        List<DataRace> races,
        List<DeclarationResult> declarations,
        List<UndefinedBehavior> undefined,
        boolean loopsCut) {
    /** Keeps copies. */
    public LitmusResult {
        states = List.copyOf(states);
        races = List.copyOf(races);
        declarations = List.copyOf(declarations);
        undefined = List.copyOf(undefined);
    }

    /** How often the condition holds. */
    public ConditionFrequency observation() {
        return ConditionFrequency.of(positive, negative);
    }

    /** Whether the test asks something of every state where there is none. */
    public boolean isVacuous() {
        return test.question().quantifier() == FinalCondition.Quantifier.FORALL && positive == 0 && negative == 0;
    }

    /** How many consistent executions there are, the undefined ones too. */
    public long executions() {
        return states.stream().mapToLong(FinalState::executions).sum();
    }
}
