package io.cdpsim.memory.consistency;

import io.cdpsim.memory.consistency.outcome.RaceFinder.DataRace;
import io.cdpsim.memory.consistency.relations.ExecutionCount;
import io.cdpsim.memory.consistency.trace.Trace.UndefinedBehavior;
import io.cdpsim.memory.litmus.LitmusTest;
import io.cdpsim.memory.litmus.LitmusTest.FinalCondition;
import io.cdpsim.memory.litmus.LitmusTest.OutcomeDeclaration;
import java.util.List;

/**
 * The result of checking a test.
 *
 * @param test the test
 * @param verdict whether its condition and all its declarations hold
 * @param states every final state, in order of values
 * @param positive defined executions whose final state satisfies the condition
 * @param negative the other defined executions
 * @param races data races of consistent executions
 * @param declarations results of its declarations
 * @param undefined undefined behavior of its executions
 * @param loopsCut whether executions were left out because they exceed the loop bound, so that other states may be reachable
 * @param extent the executions that were searched
 */
public record LitmusResult(
        LitmusTest test,
        Verdict verdict,
        List<FinalState> states,
        long positive,
        long negative,
        List<DataRace> races,
        List<DeclarationResult> declarations,
        List<UndefinedBehavior> undefined,
        boolean loopsCut,
        Extent extent) {
    /** Keeps copies. */
    public LitmusResult {
        states = List.copyOf(states);
        races = List.copyOf(races);
        declarations = List.copyOf(declarations);
        undefined = List.copyOf(undefined);
    }

    /** Whether the verdict is {@link Verdict#OK}. */
    public boolean holds() {
        return verdict == Verdict.OK;
    }

    /** The frequency of the condition. */
    public ConditionFrequency observation() {
        return ConditionFrequency.of(positive, negative);
    }

    /** Whether the test's condition is {@code forall} over no state. */
    public boolean isVacuous() {
        return test.question().quantifier() == FinalCondition.Quantifier.FORALL
                && positive == 0
                && negative == 0
                && extent == Extent.ALL;
    }

    /** The number of consistent executions, with the undefined ones. */
    public long executions() {
        return states.stream().mapToLong(FinalState::executions).reduce(0, ExecutionCount::plus);
    }

    /**
     * The result of a declaration.
     *
     * @param declaration the declaration
     * @param verdict whether it holds
     * @param executions number of executions with such an outcome
     */
    public record DeclarationResult(OutcomeDeclaration declaration, Verdict verdict, long executions) {
        /** Whether the verdict is {@link Verdict#OK}. */
        public boolean holds() {
            return verdict == Verdict.OK;
        }
    }

    /**
     * A reachable final state.
     *
     * @param state the values of the observed terms: {@code P0:r0=1; x=2;}
     * @param executions number of consistent executions that reach it
     * @param satisfies whether it satisfies the test's condition
     * @param waiting the threads that wait forever in them
     * @param undefined ids of the rules that these executions violate, separated by commas; empty for defined executions
     */
    public record FinalState(String state, long executions, boolean satisfies, List<String> waiting, String undefined) {
        /** Keeps a copy. */
        public FinalState {
            waiting = List.copyOf(waiting);
        }

        /** Whether these executions are defined. */
        public boolean isDefined() {
            return undefined.isEmpty();
        }
    }

    /** How often a test's condition holds of the reachable states. */
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

        /** Its form in output. */
        public String label() {
            return label;
        }

        /** The frequency for the numbers of executions whose final state satisfies and violates the condition. */
        public static ConditionFrequency of(long positive, long negative) {
            if (positive == 0) {
                return NEVER;
            }
            return negative == 0 ? ALWAYS : SOMETIMES;
        }
    }

    /** The executions that a check searched. */
    public enum Extent {
        /** All executions within the loop bound. */
        ALL,
        /** The ones found within the time limit. */
        UNTIL_TIME_LIMIT,
        /** The ones up to the first that decides each claim. States and numbers are those of these executions, and races are not sought. */
        UNTIL_DECIDED
    }

    /** The answer to the claims of a test. */
    public enum Verdict {
        /** All claims hold. */
        OK("Ok"),
        /** Some claim does not hold. */
        NO("No"),
        /** No claim is refuted, but executions that were left out could refute one or confirm one. */
        UNKNOWN("Unknown");

        private final String label;

        Verdict(String label) {
            this.label = label;
        }

        /** Its form in output. */
        public String label() {
            return label;
        }

        /**
         * The verdict on a claim.
         *
         * @param isDecisive whether an execution was found that settles the claim
         * @param decided the verdict that such an execution gives; the others together give the opposite
         * @param isComplete whether all executions were found
         */
        static Verdict of(boolean isDecisive, Verdict decided, boolean isComplete) {
            if (isDecisive) {
                return decided;
            }
            return !isComplete ? UNKNOWN : decided == OK ? NO : OK;
        }

        /** The verdict on two claims together. */
        Verdict and(Verdict other) {
            return this == NO || other == NO ? NO : this == UNKNOWN ? UNKNOWN : other;
        }
    }
}
