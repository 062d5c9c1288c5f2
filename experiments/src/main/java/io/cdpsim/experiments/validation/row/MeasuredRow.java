package io.cdpsim.experiments.validation.row;

/**
 * One measurement: {@code bench,variant,parameter name,parameter value,metric,unit,min,median,max,runs}.
 *
 * @param file where it was read, for messages
 * @param line its line there, from 1
 * @param bench the experiment
 * @param variant which form of it
 * @param parameter name of what was varied
 * @param value its value
 * @param metric what was measured
 * @param unit the unit of min, median and max
 * @param min smallest of the runs
 * @param median middle of the runs
 * @param max largest of the runs
 * @param runs how many there were
 */
public record MeasuredRow(
        String file,
        int line,
        String bench,
        String variant,
        String parameter,
        double value,
        String metric,
        String unit,
        double min,
        double median,
        double max,
        int runs) {
    /** The value as a whole number. */
    public int intValue() {
        return (int) Math.round(value);
    }

    /** What the row is, in one line. */
    public String name() {
        String shown = value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
        return bench + "," + variant + "," + parameter + "," + shown + "," + metric;
    }
}
