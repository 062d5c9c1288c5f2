package io.cdpsim.experiments.validation;

import io.cdpsim.experiments.validation.row.LaunchOutcome;
import io.cdpsim.experiments.validation.row.MeasuredOutcome;

/**
 * Launches that ran and were refused on hardware and here.
 *
 * @param measured what hardware did each time
 * @param simulated what the simulator does
 */
public record OutcomeComparison(MeasuredOutcome measured, LaunchOutcome simulated) {
    /** Whether they are the same. */
    public boolean agrees() {
        return measured.outcome().equals(simulated);
    }
}
