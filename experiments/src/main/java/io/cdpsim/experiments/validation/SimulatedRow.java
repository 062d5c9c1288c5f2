package io.cdpsim.experiments.validation;

import io.cdpsim.experiments.validation.row.MeasuredRow;

/**
 * A measured row and what the simulator says of it.
 *
 * @param row the row
 * @param simulated the simulated value, in the row's unit
 * @param wallMillis how long the simulation took here; 0 where the same experiment had run for an earlier row
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
