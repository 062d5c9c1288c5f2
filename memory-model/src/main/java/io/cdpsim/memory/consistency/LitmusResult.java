package io.cdpsim.memory.consistency;

import io.cdpsim.memory.consistency.outcome.RaceFinder.DataRace;
import io.cdpsim.memory.consistency.trace.Trace.UndefinedBehavior;
import io.cdpsim.memory.litmus.LitmusTest;
import io.cdpsim.memory.litmus.LitmusTest.FinalCondition;
import io.cdpsim.memory.litmus.LitmusTest.OutcomeDeclaration;
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

    /**
     * What became of something that a test says of its outcomes.
     *
     * @param declaration what the test says
     * @param holds whether it is so
     * @param executions how many executions have such an outcome
     */
    public record DeclarationResult(OutcomeDeclaration declaration, boolean holds, long executions) {}

    /**
     * A final state that some execution reaches.
     *
     * @param state the values of what the test observes: {@code P0:r0=1; x=2;}
     * @param executions how many consistent executions reach it
     * @param satisfies whether the test's condition holds of it
     * @param waiting the threads that wait for ever in them
     * @param undefined the rules by which these executions are undefined, parted by commas; empty if they are defined
     */
    public record FinalState(String state, long executions, boolean satisfies, List<String> waiting, String undefined) {
        /** Keeps a copy. */
        public FinalState {
            waiting = List.copyOf(waiting);
        }

        /** Whether the model says what happens. */
        public boolean isDefined() {
            return undefined.isEmpty();
        }
    }

    /** How often a test's condition holds of the states that can be reached. */
    public enum ConditionFrequency {
        /** Of none. */
        NEVER("Never"),
        /** Of some. */
        SOMETIMES("Sometimes"),
        /** Of all. */
        ALWAYS("Always");

        private final String label;

        ConditionFrequency(String label) {
            this.label = label;
        }

        /** As it is printed. */
        public String label() {
            return label;
        }

        /** By how many executions end in a state of which the condition holds, and in others. */
        public static ConditionFrequency of(long positive, long negative) {
            if (positive == 0) {
                return NEVER;
            }
            return negative == 0 ? ALWAYS : SOMETIMES;
        }
    }
}
