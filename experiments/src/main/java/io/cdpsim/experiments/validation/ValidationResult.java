package io.cdpsim.experiments.validation;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Maps;
import com.google.common.collect.Multimaps;
import java.util.List;
import java.util.Map;

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
}
