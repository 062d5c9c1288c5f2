package io.cdpsim.experiments.validation;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Maps;
import com.google.common.collect.Multimaps;
import io.cdpsim.experiments.validation.row.MeasuredOutcome;
import io.cdpsim.experiments.validation.row.MeasuredOutcome.LaunchOutcome;
import io.cdpsim.experiments.validation.row.MeasuredRow;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A comparison with hardware.
 *
 * @param rows rows with a simulated value, in the order of the files
 * @param skipped rows without one
 * @param outcomes launches beyond the pool's limits, where all hardware runs agree
 * @param fitted the rows that parameters of the profile come from
 */
public record ValidationResult(
        List<SimulatedRow> rows, List<SkippedRow> skipped, List<OutcomeComparison> outcomes, FittedRowList fitted) {
    public ValidationResult {
        rows = List.copyOf(rows);
        skipped = List.copyOf(skipped);
        outcomes = List.copyOf(outcomes);
    }

    /** Statistics over all rows. */
    public ErrorStatistics overall() {
        return ErrorStatistics.of(rows);
    }

    /**
     * Statistics over the fitted rows, or over the others.
     *
     * @param isFitted which of them
     */
    public ErrorStatistics split(boolean isFitted) {
        return ErrorStatistics.of(rows.stream()
                .filter(row -> fitted.contains(row.row()) == isFitted)
                .toList());
    }

    /** Statistics of each bench, in order of first appearance. */
    public Map<String, ErrorStatistics> benches() {
        Map<String, List<SimulatedRow>> byBench =
                Multimaps.asMap(Multimaps.index(rows, row -> row.row().bench()));
        return ImmutableMap.copyOf(Maps.transformValues(byBench, ErrorStatistics::of));
    }

    /** Whether a simulated program failed. */
    public boolean anyFailed() {
        return skipped.stream().anyMatch(SkippedRow::failed);
    }

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

    /**
     * A row without a simulated value.
     *
     * @param row the row
     * @param reason the reason
     * @param failed whether the simulated program failed, rather than that no experiment simulates such a row
     * @param other the GPU of the figure, if that is the reason
     */
    public record SkippedRow(MeasuredRow row, String reason, boolean failed, Optional<OtherGpu> other) {
        /**
         * Another GPU than the simulated one.
         *
         * @param name its name
         * @param profile its profile; empty if there is none
         */
        public record OtherGpu(String name, String profile) {}
    }
}
