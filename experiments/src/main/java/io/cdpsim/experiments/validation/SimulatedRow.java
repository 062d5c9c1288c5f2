package io.cdpsim.experiments.validation;

import io.cdpsim.experiments.validation.row.MeasuredRow;

/**
 * A measured row and its simulated value.
 *
 * @param row the row
 * @param simulated the simulated value, in the row's unit
 * @param wallMillis wall-clock time of the simulation; 0 where an earlier row had the same experiment
 */
public record SimulatedRow(MeasuredRow row, double simulated, double wallMillis) {
    /** The measured median. */
    public double measured() {
        return row.median();
    }

    /** Simulated over measured; not finite where zero was measured. */
    public double ratio() {
        return simulated / measured();
    }

    /** |simulated - measured| / |measured|; not finite where zero was measured. */
    public double error() {
        return Math.abs(simulated - measured()) / Math.abs(measured());
    }
}
