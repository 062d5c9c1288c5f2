package io.cdpsim.memory.litmus;

/**
 * What the test asks.
 *
 * @param quantifier of which outcomes
 * @param condition what is asked of them
 * @param text as it is written; empty where nothing is asked
 */
public record FinalCondition(Quantifier quantifier, Condition condition, String text) {
    /** Of which outcomes a condition is asked. */
    public enum Quantifier {
        /** Some outcome. */
        EXISTS,
        /** No outcome. */
        NOT_EXISTS,
        /** Every outcome. */
        FORALL,
        /** Nothing is asked: the condition holds always. */
        NONE
    }
}
