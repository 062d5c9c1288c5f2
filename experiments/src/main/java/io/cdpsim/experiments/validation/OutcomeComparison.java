package io.cdpsim.experiments.validation;

import io.cdpsim.experiments.validation.row.LaunchOutcome;
import io.cdpsim.experiments.validation.row.MeasuredOutcome;

/**
 * Counts of launches that ran and that failed, on hardware and simulated.
 *
 * @param measured the result of every run on hardware
 * @param simulated the simulated result
 */
public record OutcomeComparison(MeasuredOutcome measured, LaunchOutcome simulated) {
    /** Whether they are equal. */
    public boolean agrees() {
        return measured.outcome().equals(simulated);
    }
}
