package io.cdpsim.workloads;

import java.util.Arrays;

/**
 * How far simulated times of a regime were from measured ones. An error is |simulated - measured| / measured.
 *
 * @param rows how many measured rows, at least 1
 * @param fitted how many of them a parameter of the profile was fitted to
 * @param mean mean error, a fraction
 * @param median median error; of an even number of rows the mean of the middle two
 * @param p90 the smallest error that nine of ten rows do not exceed
 * @param within25 how many rows have an error of at most a quarter
 */
public record ErrorStatistics(int rows, int fitted, double mean, double median, double p90, int within25) {
    private static final double QUARTER = 0.25;

    /**
     * The figures of some errors.
     *
     * @param errors fractions, at least one
     * @param fitted how many of the rows a parameter was fitted to
     */
    public static ErrorStatistics of(double[] errors, int fitted) {
        double[] sorted = errors.clone();
        Arrays.sort(sorted);
        int n = sorted.length;
        return new ErrorStatistics(
                n,
                fitted,
                Arrays.stream(sorted).sum() / n,
                (sorted[(n - 1) / 2] + sorted[n / 2]) / 2,
                sorted[(9 * n + 9) / 10 - 1],
                (int) Arrays.stream(sorted).filter(each -> each <= QUARTER).count());
    }
}
