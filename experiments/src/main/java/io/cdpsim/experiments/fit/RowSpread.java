package io.cdpsim.experiments.fit;

import io.cdpsim.experiments.validation.ValidationResult.SimulatedRow;
import io.cdpsim.experiments.validation.row.MeasuredRow;
import java.util.List;
import java.util.OptionalDouble;

/**
 * How far rows determine the mean logarithm of simulated over measured values.
 *
 * @param rows number of rows
 * @param disagreement standard error of the mean from the differences between the rows; 0 for one row
 * @param runs standard error of the mean from the spread of the runs of each row, half the logarithm of its maximum over its minimum
 */
record RowSpread(int rows, double disagreement, double runs) {
    static RowSpread of(List<SimulatedRow> rows) {
        int count = rows.size();
        double mean = rows.stream()
                .mapToDouble(each -> Math.log(each.ratio()))
                .average()
                .orElse(0);
        double squares = rows.stream()
                .mapToDouble(each -> Math.pow(Math.log(each.ratio()) - mean, 2))
                .sum();
        double spreads = rows.stream()
                .mapToDouble(each -> Math.pow(halfRange(each.row()), 2))
                .sum();
        return new RowSpread(
                count,
                count < 2 ? 0 : Math.sqrt(squares / (count - 1) / count),
                count == 0 ? 0 : Math.sqrt(spreads) / count);
    }

    private static double halfRange(MeasuredRow row) {
        return row.min() > 0 && row.max() > row.min() ? Math.log(row.max() / row.min()) / 2 : 0;
    }

    /**
     * The uncertainty of a value, a fraction of it; empty where one row without a spread decides it.
     *
     * @param slope change of the mean logarithm with the logarithm of the value
     */
    OptionalDouble uncertainty(double slope) {
        if (rows < 2 && runs == 0) {
            return OptionalDouble.empty();
        }
        return OptionalDouble.of(Math.expm1(Math.hypot(disagreement, runs) / Math.abs(slope)));
    }
}
