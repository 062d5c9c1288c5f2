package io.cdpsim.memory.litmus;

/**
 * What a test says of some of its outcomes.
 *
 * @param kind what it says
 * @param condition of which outcomes
 * @param rule why: a rule's id or an axiom
 * @param line where it stands
 * @param text as it is written
 */
public record OutcomeDeclaration(Kind kind, Condition condition, String rule, int line, String text) {
    /** What is said of the outcomes. */
    public enum Kind {
        /** At least one such outcome can be. */
        ALLOWED,
        /** No such outcome can be. */
        FORBIDDEN,
        /** Executions with such an outcome do what the model does not define. */
        UNDEFINED
    }
}
