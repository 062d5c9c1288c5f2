package io.cdpsim.experiments.sweep.condition;

import io.cdpsim.workloads.InvalidInputException;
import java.util.Map;
import java.util.Set;

/**
 * A condition on the values of a combination. Operators are those of C, with the same precedence: {@code ||}, {@code &&}, {@code == !=},
 * {@code < <= > >=}, {@code + -}, {@code * / %}, {@code !}, and parentheses. An operand is a number, a name of the sweep, or a word, in quotation
 * marks if it has other characters than letters, digits, dots, hyphens and underscores. A macro {@code -DSIZE} is {@code SIZE}. Immutable.
 */
public final class SweepCondition {
    private final String text;
    private final ConditionTerm root;

    private SweepCondition(String text, ConditionTerm root) {
        this.text = text;
        this.root = root;
    }

    /**
     * Parses a condition.
     *
     * @param names the names of the sweep
     * @throws InvalidInputException if the text is not a condition; the message has the position
     */
    public static SweepCondition parse(String text, Set<String> names) {
        return new SweepCondition(text, new ConditionParser(text, names).condition());
    }

    /**
     * Whether a combination satisfies the condition.
     *
     * @param values the value of each name as text
     * @throws InvalidInputException if it computes with a word, or compares the order of words
     */
    public boolean holds(Map<String, String> values) {
        try {
            return ConditionTerm.isTrue(root.value(values));
        } catch (IllegalArgumentException e) {
            throw new InvalidInputException("--where '" + text + "': " + e.getMessage());
        }
    }
}
