package io.cdpsim.workloads;

import java.util.regex.Pattern;

/** A result that runs report: its name, what people read, its unit. Each stands once, as a constant, and makes its {@link Measure}s. */
public sealed interface ResultName {
    /** Its stable name in JSON and CSV, such as {@code levels}. */
    String name();

    /** What people read, such as {@code vertices reached}. */
    String label();

    /** Its unit, such as {@code us}; empty if it has none. */
    default String unit() {
        return "";
    }

    /**
     * A whole number of things.
     *
     * @param name as {@link #name()}
     * @param label as {@link #label()}, which says what is counted
     */
    record Count(String name, String label) implements ResultName {
        public Count {
            Form.check(name);
        }

        /** This many. */
        public Measure.Count of(long value) {
            return new Measure.Count(this, value);
        }
    }

    /**
     * A measured or computed quantity.
     *
     * @param name as {@link #name()}; ends in the unit where there is one, such as {@code force_step_us}
     * @param label as {@link #label()}, without the unit
     * @param unit as {@link #unit()}, such as {@code GB/s}; people read {@code us} and {@code ms} in the unit of time that fits, and
     *     {@code share} and {@code share of ...}, which are 0 to 1, as percent
     */
    record Quantity(String name, String label, String unit) implements ResultName {
        public Quantity {
            Form.check(name);
        }

        /** This much; finite. */
        public Measure.Quantity of(double value) {
            return new Measure.Quantity(this, value);
        }
    }

    /**
     * A word or a sentence, such as the variant that ran.
     *
     * @param name as {@link #name()}
     * @param label as {@link #label()}
     */
    record Text(String name, String label) implements ResultName {
        public Text {
            Form.check(name);
        }

        /** This text. */
        public Measure.Text of(String value) {
            return new Measure.Text(this, value);
        }
    }

    /**
     * What the checks of every run found, which each output shows in a way of its own; no workload has such results.
     *
     * @param name as {@link #name()}
     * @param label as {@link #label()}
     */
    record Finding(String name, String label) implements ResultName {
        public Finding {
            Form.check(name);
        }
    }

    /** The form of names. */
    final class Form {
        private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9]*(_[a-z0-9]+)*");

        private Form() {}

        private static void check(String name) {
            if (!NAME.matcher(name).matches()) {
                throw new IllegalArgumentException("'" + name + "' is no JSON name: use words_joined_so");
            }
        }
    }
}
