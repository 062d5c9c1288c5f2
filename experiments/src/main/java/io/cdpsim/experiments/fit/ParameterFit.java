package io.cdpsim.experiments.fit;

import java.util.List;

/**
 * What became of a step.
 *
 * @param step the step
 * @param before the values of its fields before it, with their units
 * @param after the values after it
 * @param rows how many rows spoke of them
 * @param errorBefore mean error of these rows before it
 * @param errorAfter mean error of these rows after it
 * @param outcome what was done, and why
 */
public record ParameterFit(
        FitPlanEntry step,
        List<String> before,
        List<String> after,
        int rows,
        double errorBefore,
        double errorAfter,
        Outcome outcome) {

    /** What was done with a field. */
    public enum Outcome {
        /** It has a new value. */
        FITTED("fitted"),
        /** The rows agree with the value that it had. */
        AGREES("agrees"),
        /** No row speaks of it. */
        NO_ROWS("no rows"),
        /** The rows hardly depend on it here. */
        NOT_TOLD("not told by the rows"),
        /** No value within a factor of eight fits better. */
        NO_BETTER("nothing fits better");

        private final String words;

        Outcome(String words) {
            this.words = words;
        }

        /** In words. */
        public String words() {
            return words;
        }
    }

    /** Keeps copies. */
    public ParameterFit {
        before = List.copyOf(before);
        after = List.copyOf(after);
    }
}
