package io.cdpsim.cli.figure;

/**
 * A value in a figure.
 *
 * @param x its place on the horizontal axis; on an axis of categories, the category's index
 * @param y the value
 * @param low the lower end of its error, at most {@code y}
 * @param high the upper end of its error, at least {@code y}
 * @param description the text of its tooltip; may be empty
 */
public record DataPoint(double x, double y, double low, double high, String description) {
    /** A value without an error. */
    public static DataPoint of(double x, double y, String description) {
        return new DataPoint(x, y, y, y, description);
    }

    boolean hasError() {
        return high > low;
    }
}
