package io.cdpsim.experiments.validation;

import io.cdpsim.experiments.validation.ValidationResult.SimulatedRow;
import java.util.Arrays;
import java.util.List;

/**
 * The errors of simulated values against measured ones. Rows whose measured median is zero have no relative error and count only in {@link
 * #zeroRows}.
 *
 * @param rows rows with an error
 * @param zeroRows rows without one, since zero was measured
 * @param mae mean of |simulated - measured| / |measured|, a fraction; 0 without rows
 * @param medianError median of the same; of an even number of rows the mean of the middle two
 * @param logCorrelation Pearson correlation of the logarithms, over rows with two positive values; 0 where it is undefined
 * @param within25 share of rows with an error of at most a quarter
 * @param within2x share of rows whose simulated value is at least half and at most twice the measured one
 */
public record ErrorStatistics(
        int rows,
        int zeroRows,
        double mae,
        double medianError,
        double logCorrelation,
        double within25,
        double within2x) {
    private static final double QUARTER = 0.25;

    /** Computes the statistics of rows. */
    public static ErrorStatistics of(List<SimulatedRow> all) {
        List<SimulatedRow> rows =
                all.stream().filter(row -> row.measured() != 0).toList();
        double[] errors =
                rows.stream().mapToDouble(SimulatedRow::error).sorted().toArray();
        int n = errors.length;
        if (n == 0) {
            return new ErrorStatistics(0, all.size(), 0, 0, 0, 0, 0);
        }
        double median = n % 2 == 1 ? errors[n / 2] : (errors[n / 2 - 1] + errors[n / 2]) / 2;
        double close = Arrays.stream(errors).filter(error -> error <= QUARTER).count();
        double within2x = rows.stream()
                .filter(row -> row.ratio() >= 0.5 && row.ratio() <= 2)
                .count();
        double mae = Arrays.stream(errors).sum() / n;
        return new ErrorStatistics(n, all.size() - n, mae, median, logCorrelation(rows), close / n, within2x / n);
    }

    private static double logCorrelation(List<SimulatedRow> rows) {
        List<SimulatedRow> positive = rows.stream()
                .filter(row -> row.measured() > 0 && row.simulated() > 0)
                .toList();
        int n = positive.size();
        double[] x =
                positive.stream().mapToDouble(row -> Math.log(row.measured())).toArray();
        double[] y =
                positive.stream().mapToDouble(row -> Math.log(row.simulated())).toArray();
        double meanX = Arrays.stream(x).sum() / n;
        double meanY = Arrays.stream(y).sum() / n;
        double xy = 0;
        double xx = 0;
        double yy = 0;
        for (int i = 0; i < n; i++) {
            xy += (x[i] - meanX) * (y[i] - meanY);
            xx += (x[i] - meanX) * (x[i] - meanX);
            yy += (y[i] - meanY) * (y[i] - meanY);
        }
        return n < 2 || xx == 0 || yy == 0 ? 0 : xy / Math.sqrt(xx * yy);
    }
}
