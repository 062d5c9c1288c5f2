package io.cdpsim.semantics.check.scenario;

import io.cdpsim.memory.consistency.LitmusResult;
import io.cdpsim.memory.consistency.LitmusResult.FinalState;
import io.cdpsim.workloads.yaml.FilePosition;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The expected answer to a question about a litmus test.
 *
 * @param place the position in the file
 * @param question the question
 * @param expected the answer, as written in the file
 */
public record LitmusExpectation(FilePosition place, Question question, String expected) {
    /** A question about a litmus test. */
    public enum Question {
        /** Whether its claim is true: {@code Ok}, {@code No} or {@code Unknown}. */
        VERDICT("verdict"),
        /** In how many executions the condition holds: {@code Never}, {@code Sometimes}, {@code Always}. */
        OBSERVATION("observation"),
        /** The number of pairs of accesses that race. */
        RACES("races"),
        /** The final states, separated by semicolons. */
        STATES("states");

        private final String key;

        Question(String key) {
            this.key = key;
        }

        /** Its key in a scenario file. */
        public String key() {
            return key;
        }
    }

    /** The answer that a result gives. */
    public String answer(LitmusResult result) {
        return switch (question) {
            case VERDICT -> result.verdict().label();
            case OBSERVATION -> result.observation().label();
            case RACES ->
                result.races().isEmpty()
                        ? "none"
                        : String.valueOf(result.races().size());
            case STATES -> text(result.states().stream().map(FinalState::state).toList());
        };
    }

    /** The text of states, sorted, since their order does not matter. */
    static String text(List<String> states) {
        return states.stream()
                .map(each -> each.strip().replaceAll("\\s+", " "))
                .collect(Collectors.toCollection(TreeSet::new))
                .stream()
                .collect(Collectors.joining("; "));
    }
}
