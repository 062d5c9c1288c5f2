package io.cdpsim.cli.figure;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The place of each value on an axis, and the marked values. */
public sealed interface AxisScale {
    /** The place of a value: 0 at the axis's start, 1 at its end. */
    double share(double value);

    /** The marked values, from the start of the axis to its end. */
    List<Tick> ticks();

    /**
     * A marked value.
     *
     * @param value the value
     * @param label its text
     */
    record Tick(double value, String label) {
        static Tick of(double value) {
            return new Tick(value, text(value));
        }

        /** A round number: with thousands separators, or with an exponent where it is very large or very small. */
        static String text(double value) {
            double size = Math.abs(value);
            if (size >= 1e7 || (size < 1e-3 && size > 0)) {
                String text = String.format(Locale.ROOT, "%.2e", value);
                return text.replaceFirst("\\.?0+e", "e")
                        .replaceFirst("e([+-])0*", "e$1")
                        .replace("e+", "e");
            }
            BigDecimal digits = BigDecimal.valueOf(value).setScale(6, RoundingMode.HALF_EVEN);
            String plain =
                    digits.signum() == 0 ? "0" : digits.stripTrailingZeros().toPlainString();
            int point = plain.indexOf('.');
            String whole = point < 0 ? plain : plain.substring(0, point);
            return String.format(Locale.ROOT, "%,d", Long.parseLong(whole))
                            .replaceFirst("^0$", plain.startsWith("-") ? "-0" : "0")
                    + (point < 0 ? "" : plain.substring(point));
        }
    }

    /** A scale with equal distances for equal differences. */
    record LinearScale(double from, double to, double step) implements AxisScale {
        private static final int INTERVALS = 5;
        private static final double PADDING = 0.03;

        /** The scale of values that may start above zero, with a margin at both ends. */
        public static LinearScale around(double least, double most) {
            double margin = most > least ? PADDING * (most - least) : Math.max(1, Math.abs(most) / 2);
            return new LinearScale(least - margin, most + margin, roundStep((most - least + 2 * margin) / INTERVALS));
        }

        /** The scale of values between two round numbers. */
        public static LinearScale between(double least, double most) {
            double step = roundStep(Math.max(most - least, Math.max(Math.abs(most), 1e-9) * 1e-6) / INTERVALS);
            double from = step * Math.floor(least / step);
            double to = step * Math.ceil(most / step);
            return new LinearScale(from, to > from ? to : from + step, step);
        }

        /** The least of 1, 2, 5, 10, 20 and so on that is not less than a number. */
        static double roundStep(double least) {
            double power = Math.pow(10, Math.floor(Math.log10(least)));
            for (double each : new double[] {1, 2, 5}) {
                if (each * power >= least * (1 - 1e-9)) {
                    return each * power;
                }
            }
            return 10 * power;
        }

        @Override
        public double share(double value) {
            return (value - from) / (to - from);
        }

        @Override
        public List<Tick> ticks() {
            List<Tick> ticks = new ArrayList<>();
            for (long i = (long) Math.ceil(from / step - 1e-9); i * step <= to + 1e-9 * step; i++) {
                ticks.add(Tick.of(i * step));
            }
            return ticks;
        }
    }

    /** A scale with equal distances for equal ratios. */
    record LogarithmicScale(double from, double to, List<Tick> ticks) implements AxisScale {
        private static final double PADDING = 0.03;
        private static final int MOST_VALUES = 12;
        private static final int MOST_DECADES = 7;
        private static final double[] FACTORS = {1, 2, 5};

        public LogarithmicScale {
            ticks = List.copyOf(ticks);
        }

        /**
         * The scale of given values, which are its ticks if they are powers of two; else 1, 2, 5, 10 and so on.
         *
         * @param values positive
         */
        public static LogarithmicScale of(double[] values) {
            double[] sorted = Arrays.stream(values).distinct().sorted().toArray();
            double margin = Math.max(1.1, Math.pow(sorted[sorted.length - 1] / sorted[0], PADDING));
            double from = sorted[0] / margin;
            double to = sorted[sorted.length - 1] * margin;
            boolean powersOfTwo = Arrays.stream(sorted).allMatch(LogarithmicScale::isPowerOfTwo);
            return new LogarithmicScale(
                    from,
                    to,
                    powersOfTwo && sorted.length <= MOST_VALUES
                            ? Arrays.stream(sorted).mapToObj(Tick::of).toList()
                            : round(from, to));
        }

        /** The scale of values between two round numbers. */
        public static LogarithmicScale between(double least, double most) {
            double from = floor(least);
            double end = LinearScale.roundStep(most);
            double to = end > from ? end : from * 10;
            return new LogarithmicScale(from, to, round(from, to));
        }

        private static double floor(double value) {
            double power = Math.pow(10, Math.floor(Math.log10(value)));
            double best = power;
            for (double each : FACTORS) {
                best = each * power <= value * (1 + 1e-9) ? each * power : best;
            }
            return best;
        }

        private static boolean isPowerOfTwo(double value) {
            double exponent = Math.log(value) / Math.log(2);
            return value >= 1 && Math.pow(2, Math.rint(exponent)) == value;
        }

        private static List<Tick> round(double from, double to) {
            int first = (int) Math.floor(Math.log10(from));
            int last = (int) Math.ceil(Math.log10(to));
            double decades = Math.log10(to / from);
            int skip = (int) Math.max(1, Math.ceil(decades / MOST_DECADES));
            List<Tick> ticks = new ArrayList<>();
            for (int power = first; power <= last; power += skip) {
                for (double factor : decades > 3 ? new double[] {1} : FACTORS) {
                    double value = factor * Math.pow(10, power);
                    if (value >= from * (1 - 1e-9) && value <= to * (1 + 1e-9)) {
                        ticks.add(Tick.of(value));
                    }
                }
            }
            return ticks;
        }

        @Override
        public double share(double value) {
            return Math.log(value / from) / Math.log(to / from);
        }
    }

    /** A scale of names without distances. */
    record CategoryScale(List<String> names) implements AxisScale {
        public CategoryScale {
            names = List.copyOf(names);
        }

        @Override
        public double share(double value) {
            return (value + 0.5) / names.size();
        }

        @Override
        public List<Tick> ticks() {
            List<Tick> ticks = new ArrayList<>();
            for (int i = 0; i < names.size(); i++) {
                ticks.add(new Tick(i, names.get(i)));
            }
            return ticks;
        }
    }
}
