package io.cdpsim.experiments.fit;

import io.cdpsim.experiments.fit.FitPlan.FitPlanEntry;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The result of one step of a fit.
 *
 * @param step the step
 * @param before the previous values of its fields, with units
 * @param after the new values
 * @param rows number of its rows
 * @param errorBefore mean error of these rows before
 * @param errorAfter mean error of these rows after
 * @param uncertainty of a fitted value, a fraction of it: how far the rows disagree and how far the runs of each spread, over how much they move with the
 *     value; empty where it was not fitted, or one row without a spread decides it
 * @param outcome the outcome and its reason
 */
public record ParameterFit(
        FitPlanEntry step,
        List<String> before,
        List<String> after,
        int rows,
        double errorBefore,
        double errorAfter,
        OptionalDouble uncertainty,
        Outcome outcome) {

    /** The outcome for a field. */
    public enum Outcome {
        /** It has a new value. */
        FITTED("fitted"),
        /** The rows agree with its previous value. */
        AGREES("agrees"),
        /** No row depends on it. */
        NO_ROWS("no rows"),
        /** The rows hardly depend on it here. */
        NOT_TOLD("not determined by the rows"),
        /** No value within a factor of eight fits better. */
        NO_BETTER("nothing fits better");

        private final String words;

        Outcome(String words) {
            this.words = words;
        }

        /** The outcome as text. */
        public String words() {
            return words;
        }
    }

    /** A step that leaves its fields as they were. */
    static ParameterFit unchanged(FitPlanEntry step, List<String> values, int rows, double error, Outcome outcome) {
        return new ParameterFit(step, values, values, rows, error, error, OptionalDouble.empty(), outcome);
    }

    /** Keeps copies. */
    public ParameterFit {
        before = List.copyOf(before);
        after = List.copyOf(after);
    }
}
