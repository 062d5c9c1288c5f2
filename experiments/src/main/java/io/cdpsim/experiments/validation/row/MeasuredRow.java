package io.cdpsim.experiments.validation.row;

import java.util.regex.Pattern;

/**
 * One measurement: {@code bench,variant,parameter name,parameter value,metric,unit,min,median,max,runs}.
 *
 * @param file name of its file, for messages
 * @param line its line number, from 1
 * @param bench the experiment
 * @param variant the variant of the experiment
 * @param parameter name of the varied parameter
 * @param value its value
 * @param metric the measured quantity
 * @param unit the unit of min, median and max
 * @param min smallest of the runs
 * @param median middle of the runs
 * @param max largest of the runs
 * @param runs number of runs
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

    /** The description of the row, in one line. */
    public String name() {
        String shown = value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
        return bench + "," + variant + "," + parameter + "," + shown + "," + metric;
    }

    /** Names of rows, with {@code *} for any text: {@code latency,ffma,*}. */
    public static final class RowPattern {
        private final String text;
        private final Pattern pattern;

        private RowPattern(String text) {
            this.text = text;
            pattern = Pattern.compile(Pattern.quote(text).replace("*", "\\E.*\\Q"));
        }

        /** The pattern in a text. */
        public static RowPattern of(String text) {
            return new RowPattern(text);
        }

        /** Whether it matches a whole name. */
        public boolean matches(String name) {
            return pattern.matcher(name).matches();
        }

        /** The text of the pattern. */
        @Override
        public String toString() {
            return text;
        }
    }
}
