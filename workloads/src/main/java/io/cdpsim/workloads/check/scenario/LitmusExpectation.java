package io.cdpsim.workloads.check.scenario;

import io.cdpsim.memory.consistency.LitmusResult;
import io.cdpsim.memory.consistency.outcome.FinalState;
import io.cdpsim.workloads.plan.yaml.FilePosition;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What is expected of the answer to a litmus test.
 *
 * @param place where it stands
 * @param question what is asked
 * @param wanted the answer, as it is written in the file
 */
public record LitmusExpectation(FilePosition place, Question question, String wanted) {
    /** What is asked of a litmus test. */
    public enum Question {
        /** Whether its claim is right: {@code Ok} or {@code No}. */
        VERDICT("verdict"),
        /** In how many executions its condition holds: {@code Never}, {@code Sometimes}, {@code Always}. */
        OBSERVATION("observation"),
        /** How many pairs of accesses race. */
        RACES("races"),
        /** Its final states, parted by semicolons. */
        STATES("states");

        private final String key;

        Question(String key) {
            this.key = key;
        }

        /** How it is written. */
        public String key() {
            return key;
        }
    }

    /** What the answer is. */
    public String seen(LitmusResult result) {
        return switch (question) {
            case VERDICT -> result.holds() ? "Ok" : "No";
            case OBSERVATION -> result.observation().label();
            case RACES ->
                result.races().isEmpty()
                        ? "none"
                        : String.valueOf(result.races().size());
            case STATES -> words(result.states().stream().map(FinalState::state).toList());
        };
    }

    /** States in an order that does not matter. */
    static String words(List<String> states) {
        return states.stream()
                .map(each -> each.strip().replaceAll("\\s+", " "))
                .collect(Collectors.toCollection(TreeSet::new))
                .stream()
                .collect(Collectors.joining("; "));
    }
}
